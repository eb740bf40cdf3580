import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { LEFT_OUT } from '../../vocabulary/pace/run-time.ts'

/** How soon a receiver answers deliveries that arrive at once, in milliseconds. */
export interface Pace {
  /** Time until the first answer. */
  readonly firstMs: number
  /** Time that each further delivery adds. */
  readonly eachMs: number
}

/** The receiver's pace as the run measured it; `seen` is absent before any load. */
export function paceOf({ once }: Pick<ReceiverContext, 'once'>): Promise<{ seen?: Pace }> {
  return once('pace under load', async () => ({}))
}

/** The time at which the last of `count` simultaneous deliveries is answered at this pace. */
export const lastOf = ({ firstMs, eachMs }: Pace, count: number): number => firstMs + eachMs * (count - 1)

/**
 * The pace that the answers to simultaneous deliveries show. It uses the median, since a single answer may be slow by itself.
 */
export function paceSeen(exchanges: readonly Exchange[]): Pace {
  const times = exchanges.map(answerMs).sort((one, other) => one - other)
  const firstMs = times[0] ?? 0
  const middle = Math.floor((times.length - 1) / 2)
  return { firstMs, eachMs: ((times[middle] ?? firstMs) - firstMs) / Math.max(1, middle) }
}

/** From the end of a request to the head of its answer, in milliseconds. */
const answerMs = ({ timing, elapsedMs }: Exchange): number =>
  (timing?.headMs ?? elapsedMs) - (timing?.sentMs ?? 0)

/**
 * Checks that a load can be judged at all.
 * @param atOnce the smallest number of simultaneous deliveries that counts as load
 * @throws CannotTell where fewer than that failed or queued for long, or the run has no time for a load
 */
export async function mayLoad(context: ReceiverContext, atOnce: number): Promise<void> {
  const [run, { limit }] = [await context.time(), await context.lanes()]
  if (run.putsOff) throw new LeftOut(`load was left out, since ${await slownessOf(context)}`)
  // The specification states no load, so a run without time for it still counts as complete.
  if (!run.has('casesMs')) throw new LeftOut(LEFT_OUT)
  if (limit >= atOnce) return
  const why = `load was left out: of ${atOnce} deliveries at a time some waited for the others or went wrong, and none did alone`
  throw new LeftOut(why)
}
