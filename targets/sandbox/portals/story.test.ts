import { expect, onTestFinished, test } from 'vitest'
import { sign } from '../deliveries/signature.ts'
import { startReceiver } from '../deliveries/testing.ts'
import { copied, openPortals, PASSWORD } from './testing.ts'

const DETAILS = {
  company_name: 'Acme Brokers',
  contact_name: 'Ada',
  email: 'ada@acme.example',
  password: PASSWORD,
}

test('a partner comes from registration to a delivery that its secret verifies', async () => {
  const { sandbox, visitor, operator } = await openPortals({ clock: 'running' })
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const ada = visitor()
  expect((await ada.submit('/partner/register', DETAILS)).text).toContain('Your account is pending')
  const early = await ada.submit('/partner/sign-in', DETAILS)
  expect([early.status, early.text.includes('waits for the approval')]).toEqual([409, true])

  const admin = await operator()
  const partners = await admin.get('/operator/partners')
  const [approve = ''] = /\/operator\/partners\/[\w-]+\/approve/.exec(partners.text) ?? []
  expect((await admin.submit(partners, {}, approve)).text).toContain('Acme Brokers is active.')
  expect((await admin.get('/operator/outbox')).text).toContain('to ada@acme.example')

  expect((await ada.submit('/partner/sign-in', DETAILS)).path).toBe('/partner')
  const client = await ada.submit('/partner/clients', { name: 'My application' })
  const key = await ada.submit('/partner/keys')
  const endpoint = await ada.submit('/webhooks', {
    url: receiver.url,
    events: ['quote.created', 'policy.created'],
  })
  const secret = copied(endpoint, 'Signing secret')

  const token = (await (
    await fetch(sandbox.authUrl, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: copied(client, 'Client id'),
        client_secret: copied(client, 'Client secret'),
        grant_type: 'client_credentials',
        scope: 'quote',
      }),
    })
  ).json()) as { readonly access_token: string }
  const submitted = await fetch(`${sandbox.baseUrl}/submit`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token.access_token}`,
      'x-integration-key': copied(key, 'Integration key'),
      'content-type': 'application/json',
    },
    body: JSON.stringify(sandbox.submission),
  })
  expect(submitted.status).toBe(200)
  await admin.submit('/operator/controls', { amount: '5', unit: 'seconds' }, '/operator/clock')
  const [arrived] = receiver.received
  if (arrived === undefined) throw new Error('nothing was delivered')
  const { 'event-id': id, timestamp, 'x-platform-signature': signature } = arrived.headers
  expect(sign(`${id}.${timestamp}.${arrived.body}`, secret)).toBe(signature)

  const list = await ada.get('/webhooks')
  expect(list.text).toContain('1 delivered, 0 waiting, 0 failed')
  const [page = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(list.text) ?? []
  const delivery = await ada.get(`${page}/deliveries/${id}`)
  expect(delivery.text).toContain(`…${secret.slice(-4)} (current)`)
  expect(delivery.text).toContain(String(signature))
})
