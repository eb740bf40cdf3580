import { expect, test } from 'vitest'
import type { OperatorPort } from '../../../../../conformance/ports/operator.ts'
import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { answeredWith } from '../../../vocabulary/operator/testing.ts'
import { deletionOf } from './deletion.ts'
import { arrivals } from './testing.ts'

/** Deletes an endpoint, which the operator may refuse; returns the actions in order, with the endpoint of each. */
async function askedFor(refuses: boolean): Promise<readonly string[]> {
  const asked: string[] = []
  const operator: Partial<OperatorPort> = {
    can: () => true,
    async attempt(action, given = {}) {
      asked.push(`${action} ${given.endpoint_id}`)
      return refuses && action === 'delete_endpoint'
        ? { kind: 'refused', exchange: answeredWith(409) }
        : { kind: 'done', exchange: answeredWith(200), returned: { deliveries: [] } }
    },
  }
  const webhooks: Partial<PlatformContext['webhooks']> = {
    async openBeside() {
      asked.push('open')
      return { id: 'next', secrets: () => [], arrivals: () => [] }
    },
  }
  const clock: Partial<PlatformContext['clock']> = { deadline: () => ({ expired: () => true }) }
  const endpoint: Partial<WebhookEndpoint> = { id: 'gone', arrivals: () => arrivals }
  const context = { operator, webhooks, clock } as Pick<PlatformContext, 'operator' | 'clock' | 'webhooks'>
  await deletionOf(context, endpoint as WebhookEndpoint)
  return asked
}

test('an endpoint at the address of one that is gone stays no longer than its log is checked', async () => {
  expect((await askedFor(false)).slice(-3)).toEqual(['open', 'delivery_log next', 'delete_endpoint next'])
})

test('an address that is still in use gets no other endpoint', async () => {
  expect(await askedFor(true)).not.toContain('open')
})
