import type { Exchange } from '../../../../conformance/exchange.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { LEFT_OUT } from '../../vocabulary/run-time.ts'

/** How soon a receiver answers deliveries that arrive at once, in milliseconds. */
export interface Pace {
  /** The first of them. */
  readonly firstMs: number
  /** Time that each further one adds. */
  readonly eachMs: number
}

/** The pace that the run has seen of its receiver; `seen` is missing before any load. */
export function paceOf({ once }: Pick<ReceiverContext, 'once'>): Promise<{ seen?: Pace }> {
  return once('pace under load', async () => ({}))
}

/** When the last of so many deliveries at once is answered, as far as a pace tells. */
export const lastOf = ({ firstMs, eachMs }: Pace, count: number): number => firstMs + eachMs * (count - 1)

/** The pace that answers to deliveries at once show. It goes by the middle one, since a single answer may be slow by itself. */
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
 * Sees whether load makes sense at all.
 * @param atOnce the fewest deliveries at a time that would be load
 * @throws CannotTell where fewer went wrong together or had to queue for long, or the run has no time for it
 */
export async function mayLoad(context: ReceiverContext, atOnce: number): Promise<void> {
  const [run, { limit }] = [await context.time(), await context.lanes()]
  // No load is stated: a run that has no time for it is finished all the same.
  if (!run.has('casesMs')) throw new CannotTell(LEFT_OUT, 'receiver.url')
  if (limit >= atOnce) return
  const why = `load was left out: of ${atOnce} deliveries at a time some waited for the others or went wrong, and none did alone`
  throw new CannotTell(why, 'receiver.url')
}
