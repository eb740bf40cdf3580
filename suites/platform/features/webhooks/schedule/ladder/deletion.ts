import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim, type PlatformContext } from '../../../../vocabulary/context.ts'
import { breach } from '../../delivery.ts'
import { withoutCopies } from '../copies.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { ladderMs } from './part.ts'

export interface DeletionTrace {
  /** How many attempts had failed when the endpoint was deleted. */
  readonly before: number
  /** Deliveries that were certainly sent after the deletion. */
  readonly after: readonly Arrival[]
  readonly watchedMs: number
}

export const DELETION = { needs: ['delete_endpoint'], type: 'quote.created' } as const

/** Failed attempts before the endpoint is deleted; the next one is due four seconds later. */
const FAILED = 3
/** Time in milliseconds in which a request that was sent before its endpoint is deleted may still arrive. */
const IN_FLIGHT_MS = 1000

/** Deletes an endpoint in the middle of a ladder, and watches it for as long as the whole ladder would take (6). */
export async function afterDeletion(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  quotes: ScheduleQuotes,
): Promise<DeletionTrace> {
  const { webhooks, operator, clock, facts, spec } = context
  const attempts = () =>
    withoutCopies(endpoint.arrivals().filter((one) => quotes.isAbout('shared', 'quote.created', one)))
  await context.webhooks.until(() => attempts().length > 0, facts.timing.rating + facts.timing.deliverySlack)
  await webhooks.watch(15_000, 250, () => attempts().length >= FAILED)
  const before = attempts().length
  await operator.perform('delete_endpoint', { endpoint_id: endpoint.id })
  const deletedAt = clock.now()
  const watchedMs = ladderMs(spec.delivery)
  clock.awaits('that a deleted endpoint gets none of the attempts that were due', watchedMs)
  await webhooks.watch(watchedMs, 10_000)
  return {
    before,
    after: endpoint.arrivals().filter(({ earliest }) => earliest > deletedAt + IN_FLIGHT_MS),
    watchedMs,
  }
}

export const deletionClaims: readonly Claim<DeletionTrace, Spec>[] = [
  claim('deleted-endpoint-gets-nothing', nothingComes, 'in the middle of a ladder'),
]

function nothingComes({ before, after, watchedMs }: DeletionTrace): Verdict {
  const [first] = after
  if (first !== undefined)
    return breach(first, 'no attempt after deletion', `${after.length} attempts`, 'endpoint')
  if (before === 0) return cutOff('nothing at all arrived at the receiver')
  return before < FAILED
    ? cannotTell(`only ${before} attempts came before it was deleted`)
    : passed(`watched for ${watchedMs} ms`)
}
