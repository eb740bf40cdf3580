import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { NOT_REACHED } from './event.ts'
import { statusOf } from './schedule/endpoint-status.ts'

const OUT = 'the platform had put the endpoint out of service, which may be due to its clock being moved'

/** A trace in which an event may rightly be missing. */
export interface Excused {
  /** Why one that is missing may have been sent; absent where it would have come. */
  readonly excuse?: Verdict
}

/**
 * Takes an endpoint back into service, where somebody can.
 *
 * @returns true where it was out of service
 */
export async function takeBack(
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
 * Returns why an event that did not come to an endpoint may have been sent, or rightly was not. Beside a
 * clock that is moved, a busy platform may miss its own deadline. It rightly puts an endpoint out of service then that took everything
 * (R26, R27). Such an endpoint is taken back.
 *
 * @param isMissing false where all has come: then nobody is asked
 */
export async function excuseFor(
  context: Pick<PlatformContext, 'webhooks' | 'clock' | 'operator' | 'spec'>,
  endpoint: WebhookEndpoint,
  isMissing = true,
): Promise<Excused> {
  const { webhooks, clock, spec } = context
  if (!isMissing) return {}
  const isOut = clock.virtual && (await takeBack(context, endpoint))
  if (!isOut) return webhooks.reached() ? {} : { excuse: cutOff(NOT_REACHED) }
  // So many attempts there have to be that failures among them could open a breaker.
  return endpoint.arrivals().length < spec.delivery.breaker.failures ? {} : { excuse: cannotTell(OUT) }
}
