import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../context.ts'

/**
 * How long the suite waits for a failure to disable its endpoint, in milliseconds. It is a second longer than a platform may take, since
 * the clock may have moved on when the failure ended.
 */
export const TAKES_EFFECT_MS = 4000
const STEP_MS = 500

/**
 * Asks the operator for the status of an endpoint; undefined where the profile has no such action, or the
 * endpoint was registered by hand.
 */
export async function statusOf(
  { operator, webhooks }: Pick<PlatformContext, 'operator' | 'webhooks'>,
  { id }: Pick<WebhookEndpoint, 'id'>,
): Promise<string | undefined> {
  if (webhooks.byHand !== undefined || !operator.can('endpoint_status')) return undefined
  const { status } = await operator.perform('endpoint_status', { endpoint_id: id })
  return plainText(status)
}

/** Asks for the status until it is `disabled` or a failure has had time to take effect; returns the last one. */
export async function waitsUntilDisabled(
  context: Pick<PlatformContext, 'operator' | 'webhooks' | 'clock'>,
  endpoint: Pick<WebhookEndpoint, 'id'>,
  withinMs = TAKES_EFFECT_MS,
): Promise<string | undefined> {
  const { clock } = context
  const end = clock.now() + withinMs
  for (;;) {
    const status = await statusOf(context, endpoint)
    const left = end - clock.now()
    if (status === undefined || status === 'disabled' || left <= 0) return status
    await clock.rest(Math.min(STEP_MS, left))
  }
}
