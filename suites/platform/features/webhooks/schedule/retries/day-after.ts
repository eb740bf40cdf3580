import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'

const DAY_MS = 24 * 3_600_000
/** Step of the moved clock, in milliseconds: a nightly job may repeat an event at any hour. */
const STEP_MS = 3_600_000

/**
 * Watches an endpoint for a day after the last attempt, since some platforms retry failed deliveries in a nightly job. A disabled
 * endpoint is enabled first. It does so where the clock can be moved and the endpoint enabled.
 */
export async function dayAfter(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  attempts: () => readonly Arrival[],
): Promise<void> {
  const { clock, webhooks, operator } = context
  if (!clock.virtual) return
  const before = attempts().length
  const status = await statusOf(context, endpoint)
  if (status === 'disabled') {
    if (!operator.can('enable_endpoint')) return
    await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  }
  clock.awaits('that an event that was given up stays so for a day', DAY_MS)
  await webhooks.watch(DAY_MS, STEP_MS, () => attempts().length > before)
}
