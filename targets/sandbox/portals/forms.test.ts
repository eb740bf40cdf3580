import { describe, expect, test } from 'vitest'
import { copied, hiddenOf, openPortals, PASSWORD, type SeenPage, TestBrowser } from './testing.ts'

const clientsOf = ({ text }: SeenPage): number => (text.match(/<code>m2m-/g) ?? []).length

describe('a form is refused', () => {
  const forged = async (
    headers: Record<string, string>,
    changes: Record<string, string | undefined> = {},
  ) => {
    const { partner } = await openPortals()
    const ada = await partner('ada@acme.example')
    const hidden = {
      ...hiddenOf(await ada.get('/partner/clients'), '/partner/clients'),
      name: 'Forged',
      ...changes,
    }
    const body = new URLSearchParams(
      Object.entries(hidden).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const { status } = await ada.send('POST', '/partner/clients', body, headers)
    return [status, clientsOf(await ada.get('/partner/clients'))]
  }

  test('without its token, or with one of another session', async () => {
    expect(await forged({}, { _csrf: undefined })).toEqual([403, 0])
    const { visitor } = await openPortals()
    const token = hiddenOf(await visitor().get('/partner/sign-in'), '/partner/sign-in')?._csrf
    expect(await forged({}, { _csrf: token })).toEqual([403, 0])
  })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('from another site: %j', async (headers) => {
    expect(await forged(headers)).toEqual([403, 0])
  })

  test('not for its own site, so that the tests above could fail', async () => {
    expect(await forged({ 'sec-fetch-site': 'same-origin' })).toEqual([200, 1])
  })

  test('where the page has changed meanwhile: of two people at once neither overwrites the other', async () => {
    const { partner, sandbox } = await openPortals()
    const ada = await partner('ada@acme.example')
    await ada.submit('/partner/clients', { name: 'One' })
    const bob = new TestBrowser(new URL(sandbox.baseUrl).origin)
    await bob.submit('/partner/sign-in', { email: 'ada@acme.example', password: PASSWORD })
    const [first, second] = [await ada.get('/partner/clients'), await bob.get('/partner/clients')]
    const [, action = ''] = /action="(\/partner\/clients\/[^"]*\/deactivate)"/.exec(first.text) ?? []
    expect((await ada.submit(first, {}, action)).status).toBe(200)
    const late = await bob.submit(second, {}, action)
    expect(late.status).toBe(409)
    const name = { name: 'Two' }
    expect((await ada.submit(first, name)).status).toBe(200)
    const again = await bob.submit(second, name)
    expect([again.status, again.text.includes('value="Two"'), clientsOf(again)]).toEqual([409, true, 2])
  })
})

test('what belongs to another partner is not there', async () => {
  const { partner } = await openPortals()
  const [ada, eve] = [await partner('ada@acme.example'), await partner('eve@evil.example')]
  const client = copied(await ada.submit('/partner/clients', { name: 'Mine' }), 'Client id')
  await ada.submit('/partner/webhook-keys')
  const key = /webhook-keys\/([\w-]+)\/revoke/.exec((await ada.get('/partner/webhook-keys')).text)?.[1]
  const endpoint = await ada.submit('/webhooks', { url: 'http://127.0.0.1:9/', events: ['quote.created'] })
  const [at = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(endpoint.text) ?? []
  const delivery = await ada.submit(await ada.get(at), { type: 'quote.created' }, `${at}/test`)
  const token = hiddenOf(await eve.get('/partner/clients'), '/partner/clients')?._csrf ?? ''
  const actions = [
    ...['activate', 'deactivate'].map((verb) => `/partner/clients/${client}/${verb}`),
    `/partner/webhook-keys/${key}/revoke`,
    ...['to-partner', 'remove'].map((verb) => `/partner/team/ada@acme.example/${verb}`),
    ...['enable', 'rotate', 'test', 'delete', 'recover/0'].map((verb) => `${at}/${verb}`),
    `${delivery.path}/resend`,
  ]
  for (const action of actions) {
    const body = () => new URLSearchParams({ _csrf: token, type: 'quote.created', role: 'Partner' })
    expect([action, (await eve.send('POST', action, body())).status]).toEqual([action, 404])
    // It is there for its owner, who sees at most that the page is an older one.
    const own = hiddenOf(await ada.get('/partner/clients'), '/partner/clients')?._csrf ?? ''
    const owners = new URLSearchParams({ _csrf: own, type: 'none', version: 'old' })
    if (action !== `${delivery.path}/resend`)
      expect([action, (await ada.send('POST', action, owners)).status]).not.toEqual([action, 404])
  }
  const bench = `/webhooks/signature?endpoint=${at.split('/')[2]}&event=${delivery.path.split('/')[4]}&attempt=0`
  for (const page of [at, `${at}/delete`, `${at}/recover/0`, delivery.path, bench]) {
    expect([page, (await eve.get(page)).status]).toEqual([page, 404])
    expect([page, (await ada.get(page)).status]).toEqual([page, 200])
  }
  for (const page of ['/operator', '/operator/partners', '/operator/outbox', '/operator/controls'])
    expect((await eve.get(page)).path).toMatch(/^\/operator\/sign-in/)
})
