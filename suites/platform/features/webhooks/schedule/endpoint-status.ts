import { plainText } from '../../../../../conformance/json/plain-text.ts'
import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'

/** How long a platform may take to put an endpoint out of service after the failure that did it, in milliseconds. */
export const TAKES_EFFECT_MS = 3000
const STEP_MS = 500

/**
 * Asks the operator for the status of an endpoint; undefined where it cannot be asked, or knows no id of the
 * endpoint.
 */
export async function statusOf(
  { operator, webhooks }: Pick<PlatformContext, 'operator' | 'webhooks'>,
  { id }: Pick<WebhookEndpoint, 'id'>,
): Promise<string | undefined> {
  if (webhooks.byHand !== undefined || !operator.can('endpoint_status')) return undefined
  const { status } = await operator.perform('endpoint_status', { endpoint_id: id })
  return plainText(status)
}

/** Asks the operator for the status once a failure has had time to take effect: `disabled` as soon as it is. */
export async function waitsUntilDisabled(
  context: Pick<PlatformContext, 'operator' | 'webhooks' | 'clock'>,
  endpoint: WebhookEndpoint,
  withinMs = TAKES_EFFECT_MS,
): Promise<string | undefined> {
  const { clock } = context
  const end = clock.now() + withinMs
  for (;;) {
    const status = await statusOf(context, endpoint)
    const left = end - clock.now()
    if (status === undefined || status === 'disabled' || left <= 0) return status
    await clock.sleep(Math.min(STEP_MS, left))
  }
}
