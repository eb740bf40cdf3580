import type { Arrival, Script, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { FAILING } from '../../../../vocabulary/attempts/retry-trace.ts'
import { SILENCE } from '../../../../vocabulary/attempts/too-late.ts'
import { claim, type PlatformContext } from '../../../../vocabulary/context.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { retriesMs } from './part.ts'

export interface DeletionTrace {
  /** How many attempts had arrived when the endpoint was deleted. */
  readonly before: number
  /** Deliveries that were certainly sent after the deletion. */
  readonly after: readonly Arrival[]
  readonly watchedMs: number
}

/** A moment of a retry schedule at which its endpoint is deleted. */
export interface DeletionMoment {
  readonly id: string
  readonly name: string
  readonly needs: readonly ['delete_endpoint']
  readonly type: 'quote.created'
  readonly script: Script
  /** How many attempts have arrived by then. */
  readonly attempts: number
}

const QUOTE = { needs: ['delete_endpoint'], type: 'quote.created' } as const

export const DELETIONS: readonly DeletionMoment[] = [
  // The next attempt is due four seconds later.
  { ...QUOTE, id: 'planned', name: 'in the middle of a retry schedule', script: FAILING, attempts: 3 },
  // An attempt that ends only after the deletion must not be repeated either.
  {
    ...QUOTE,
    id: 'under-way',
    name: 'while an attempt is under way',
    script: [SILENCE, ...FAILING],
    attempts: 1,
  },
]
/** Time in milliseconds in which a request that was sent before its endpoint is deleted may still arrive. */
const IN_FLIGHT_MS = 1000
const STEP_MS = 250

/** Deletes an endpoint at some moment of a retry schedule, and watches it for as long as the whole retry schedule would take (6). */
export async function afterDeletion(
  context: PlatformContext,
  moment: DeletionMoment,
  endpoint: WebhookEndpoint,
  quotes: ScheduleQuotes,
): Promise<DeletionTrace> {
  const { webhooks, operator, clock, facts, spec } = context
  const attempts = () =>
    withoutCopies(endpoint.arrivals().filter((one) => quotes.isAbout('shared', 'quote.created', one)))
  const { rating, deliverySlack } = facts.timing
  await context.webhooks.until(() => attempts().length > 0, rating + deliverySlack, STEP_MS)
  await webhooks.watch(15_000, STEP_MS, () => attempts().length >= moment.attempts)
  const before = attempts().length
  await operator.perform('delete_endpoint', { endpoint_id: endpoint.id })
  const deletedAt = clock.now()
  const watchedMs = retriesMs(spec.delivery)
  clock.awaits('that a deleted endpoint gets none of the attempts that were due', watchedMs)
  await webhooks.watch(watchedMs, 10_000)
  return {
    before,
    after: endpoint.arrivals().filter(({ earliest }) => earliest > deletedAt + IN_FLIGHT_MS),
    watchedMs,
  }
}

/** Claims on the deletion at one of these moments. */
export const deletionClaims = ({ name, attempts }: DeletionMoment): readonly Claim<DeletionTrace, Spec>[] => [
  claim('deleted-endpoint-gets-nothing', (trace) => nothingComes(trace, attempts), name),
]

function nothingComes({ before, after, watchedMs }: DeletionTrace, wanted: number): Verdict {
  const [first] = after
  if (first !== undefined)
    return breach(first, 'no attempt after deletion', `${after.length} attempts`, 'endpoint')
  if (before === 0) return cutOff('nothing at all arrived at the receiver')
  return before < wanted
    ? cannotTell(`only ${before} attempts came before it was deleted`)
    : passed(`watched for ${watchedMs} ms`)
}
