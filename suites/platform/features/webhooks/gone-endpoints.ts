import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'

/** Opens and deletes an endpoint; undefined where nobody can. */
export async function deleted({ webhooks, operator }: PlatformContext): Promise<WebhookEndpoint | undefined> {
  if (!operator.can('delete_endpoint')) return undefined
  const endpoint = await webhooks.open(['quote.created'])
  await operator.perform('delete_endpoint', { endpoint_id: endpoint.id })
  return endpoint
}

/** Does the same and tries to enable it, which may be refused; undefined where nobody can. */
export async function deletedAndEnabled(context: PlatformContext): Promise<WebhookEndpoint | undefined> {
  const { operator } = context
  const endpoint = operator.can('enable_endpoint') ? await deleted(context) : undefined
  if (endpoint) await tryAction(operator, 'enable_endpoint', { endpoint_id: endpoint.id })
  return endpoint
}
