import { expect, test } from 'vitest'
import { openPortals, PASSWORD } from '../testing.ts'

test('an Admin manages the team; a person who was added sets a password by a letter and sees the keys only', async () => {
  const { partner, operator, visitor } = await openPortals()
  const [ada, admin, bob] = [await partner('ada@acme.example'), await operator(), visitor()]
  const person = { name: 'Bob', email: 'b/o%b@acme.example', role: 'Partner' }
  expect((await ada.submit('/partner/team', person)).text).toContain(
    'A letter is on its way to b/o%b@acme.example.',
  )
  const taken = await ada.submit('/partner/team', { ...person, email: 'ADA@acme.example' })
  expect([taken.status, taken.text.includes('There is an account with this email.')]).toEqual([409, true])

  const [link = ''] = /\/partner\/password\/[\w-]+/.exec((await admin.get('/operator/outbox')).text) ?? []
  expect((await bob.submit('/partner/sign-in', { email: person.email, password: PASSWORD })).status).toBe(422)
  expect((await bob.submit(link, { password: 'short' })).status).toBe(422)
  await bob.submit(link, { password: PASSWORD })
  expect((await bob.submit('/partner/sign-in', { email: person.email, password: PASSWORD })).path).toBe(
    '/partner',
  )
  expect((await bob.submit('/partner/keys')).text).toContain('The primary key is created')
  expect((await bob.get('/partner/team')).text).toContain('Ask an Admin')
  const page = await bob.get('/partner/clients')
  const [, token = ''] = /name="_csrf" value="([^"]*)"/.exec(page.text) ?? []
  const forged = new URLSearchParams({ _csrf: token, name: 'Eve', email: 'eve@x.example', role: 'Admin' })
  expect((await bob.send('POST', '/partner/team', forged)).text).toContain(
    'Only an Admin of the account manages the team.',
  )

  const own = '/partner/team/ada%40acme.example'
  const only = await ada.submit('/partner/team', {}, `${own}/to-partner`)
  expect([only.status, only.text.includes('The team needs an Admin')]).toEqual([409, true])
  const other = `/partner/team/${encodeURIComponent(person.email)}`
  await ada.submit('/partner/team', {}, `${other}/to-admin`)
  expect((await ada.submit('/partner/team', {}, `${own}/to-partner`)).text).toContain('Ask an Admin')
  expect((await bob.submit('/partner/team', {}, `${own}/remove`)).text).toContain('cannot sign in any more')
  expect((await ada.get('/partner')).path).toMatch(/^\/partner\/sign-in/)
  expect(
    (await ada.submit('/partner/sign-in', { email: 'ada@acme.example', password: PASSWORD })).status,
  ).toBe(422)
})

test('an account that was registered by the control API signs in with its password', async () => {
  const { sandbox, data, visitor } = await openPortals()
  const control = async (path: string, body = {}) => {
    const headers = { 'x-control-secret': sandbox.controlSecret }
    const answer = await fetch(sandbox.controlUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { readonly partner_id: string; readonly webhook_key: string }
  }
  const email = 'ada@acme.example'
  const { partner_id } = await control('/partners', {
    company_name: 'A',
    contact_name: 'A',
    email,
    password: PASSWORD,
  })
  await control(`/partners/${partner_id}/approve`)
  const ada = visitor()
  expect((await ada.submit('/partner/sign-in', { email, password: `${PASSWORD}.` })).status).toBe(422)
  expect((await ada.submit('/partner/sign-in', { email, password: PASSWORD })).path).toBe('/partner')
  expect(JSON.stringify([...data.passwords])).not.toContain(PASSWORD)

  const { webhook_key } = await control(`/partners/${partner_id}/webhook-keys`)
  const bob = visitor()
  const account = { webhook_key, email: 'bob@acme.example', password: PASSWORD }
  expect((await bob.submit('/webhooks/register', account)).text).toContain('The account is open.')
  expect((await bob.submit('/webhooks/sign-in', account)).path).toBe('/webhooks')
  // It opens the webhook portal, not the partner portal.
  expect((await bob.get('/partner')).path).toMatch(/^\/partner\/sign-in/)
  const refused = await visitor().submit('/webhooks/register', {
    ...account,
    webhook_key: 'whk_none',
    email: 'eve@x.example',
  })
  expect(refused.text).toContain('The webhook key is none, or was revoked.')
})
