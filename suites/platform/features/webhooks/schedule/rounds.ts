import type { PlatformContext } from '../../../vocabulary/context.ts'
import { tooFew } from '../few-endpoints.ts'
import { drivePart, type Opened, type Part, type PartTrace, type SharedQuote } from './part.ts'
import { type ScheduleQuotes, scheduleQuotes } from './schedule-quotes.ts'

/** Submits the quote that the parts of a round share. */
type Begin = (context: PlatformContext, quotes: ScheduleQuotes) => Promise<SharedQuote>

/**
 * Runs all parts at once. How many endpoints an account may have is not shown. A part that is refused some waits for the next round, with a quote of its own. So does what a part could not open when it was the first one.
 *
 * @param begin called once for each round, after all of its endpoints are there
 */
export async function inRounds(
  parts: readonly Part[],
  context: PlatformContext,
  begin: Begin,
): Promise<Readonly<Record<string, PartTrace>>> {
  const traces: Record<string, PartTrace> = {}
  let left = parts
  while (left.length > 0) {
    const endpoints = context.webhooks.since()
    const { ended, deferred } = await runRound(left, context, begin)
    const rests = ended.flatMap(([one, trace]) => {
      const earlier = traces[one.id]
      const joined = earlier === undefined ? trace : join(one, earlier, trace)
      traces[one.id] = joined
      const isFurther = 'trace' in trace && canFree(context)
      const rest = isFurther ? one.rest?.(trace.trace) : undefined
      return rest === undefined ? [] : [rest]
    })
    left = [...rests, ...deferred]
    if (left.length > 0) await endpoints.close()
  }
  return traces
}

const canFree = ({ operator }: PlatformContext): boolean => operator.can('delete_endpoint')

/** The part of a trace that a later round adds; where it could not be driven the earlier one stays. */
function join({ join: joined }: Part, earlier: PartTrace, later: PartTrace): PartTrace {
  if (!('trace' in later) || joined === undefined) return earlier
  const paths = [...(earlier.paths ?? []), ...(later.paths ?? [])]
  return 'trace' in earlier ? { trace: joined(earlier.trace, later.trace), paths } : later
}

interface Round {
  readonly ended: readonly (readonly [Part, PartTrace])[]
  readonly deferred: readonly Part[]
}

interface OpenedPart {
  readonly one: Part
  readonly open: Promise<Opened<unknown>>
  readonly paths: readonly string[]
  readonly left?: PartTrace
}

async function runRound(parts: readonly Part[], context: PlatformContext, begin: Begin): Promise<Round> {
  const quotes = scheduleQuotes()
  const opened: OpenedPart[] = []
  const deferred: Part[] = []
  // Every endpoint exists before the quote does, so that its one event reaches all of them at the same time.
  // One after another, so that the most important ones come first where a platform limits their number.
  for (const one of parts) {
    const endpoints = context.webhooks.since()
    const open = one.open(context, quotes)
    const [{ status }] = await Promise.allSettled([open])
    const refusal = endpoints.refusal()
    if (refusal !== undefined && opened.length > 0 && canFree(context)) {
      await endpoints.close()
      deferred.push(one)
    } else {
      const isRefused = status === 'rejected' && refusal !== undefined
      const paths = endpoints.paths()
      opened.push({ one, open, paths, ...(isRefused && { left: { left: tooFew(refusal) } }) })
    }
  }
  const isAny = opened.some(({ left }) => left === undefined)
  const shared = isAny ? begin(context, quotes) : undefined
  const ended = opened.map(async ({ one, open, paths, left }) => {
    const trace = left ?? (shared && (await drivePart(open, shared)))
    return [one, { ...(trace ?? { left: tooFew() }), paths }] as const
  })
  return { ended: await Promise.all(ended), deferred }
}
