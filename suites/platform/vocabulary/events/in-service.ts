import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../context.ts'
import { statusOf } from './endpoint-status.ts'
import { NOT_REACHED } from './event.ts'

const OUT = 'the platform had put the endpoint out of service, which may be due to its clock being moved'

/** A trace in which an event may rightly be missing. */
export interface Excused {
  /** Why a missing event decides nothing; absent where the receiver was reachable and in service. */
  readonly excuse?: Verdict
}

/**
 * Enables an endpoint again if it is disabled, where the operator can.
 *
 * @returns true where it was disabled
 */
export async function enableAgain(
  context: Pick<PlatformContext, 'webhooks' | 'operator'>,
  endpoint: WebhookEndpoint,
): Promise<boolean> {
  const { operator } = context
  if ((await statusOf(context, endpoint).catch(unlessUnable)) !== 'disabled') return false
  if (operator.can('enable_endpoint'))
    await operator.perform('enable_endpoint', { endpoint_id: endpoint.id }).catch(unlessUnable)
  return true
}

/**
 * Looks up whether an endpoint is in service, where an event is missing on a moved clock. The answer is evidence: statements judge
 * the absence of the event by it.
 */
export async function showService(
  context: Pick<PlatformContext, 'webhooks' | 'clock' | 'operator'>,
  endpoint: WebhookEndpoint,
  isMissing: boolean,
): Promise<void> {
  if (isMissing && context.clock.virtual) await enableAgain(context, endpoint)
}

/**
 * Returns why a missing event decides nothing. On a moved clock, a busy platform may miss the deadline of its own
 * attempts. Then it rightly disables an endpoint that accepted everything (R26, R27). Such an endpoint is enabled again.
 *
 * @param isMissing false where all events have come: then nothing is looked up
 */
export async function excuseFor(
  context: Pick<PlatformContext, 'webhooks' | 'clock' | 'operator' | 'spec'>,
  endpoint: WebhookEndpoint,
  isMissing = true,
): Promise<Excused> {
  const { webhooks, clock, spec } = context
  if (!isMissing) return {}
  const isOut = clock.virtual && (await enableAgain(context, endpoint))
  if (!isOut) return webhooks.reached() ? {} : { excuse: cutOff(NOT_REACHED) }
  // With fewer attempts than the breaker's limit, they cannot explain the disabling.
  return endpoint.arrivals().length < spec.delivery.breaker.failures ? {} : { excuse: cannotTell(OUT) }
}
