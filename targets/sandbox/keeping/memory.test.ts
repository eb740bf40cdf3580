import { describe, expect, test } from 'vitest'
import { startEmbedded } from '../index.ts'
import { life } from './testing.ts'

describe('a sandbox that was killed', () => {
  test('has the same credentials, and takes the tokens that it gave', async () => {
    const { start } = life()
    const first = await start()
    const token = String((await first.token()).json.access_token)
    const second = await start()
    const { expired_token: _, ...own } = first.sandbox.credentials
    expect(second.sandbox.credentials).toMatchObject(own)
    expect(second.sandbox.controlSecret).toBe(first.sandbox.controlSecret)
    expect(
      (await second.call('GET', '/status/none', undefined, { authorization: `Bearer ${token}` })).status,
    ).toBe(404)
    const wrong = { authorization: `Bearer ${token}x` }
    expect((await second.call('GET', '/status/none', undefined, wrong)).status).toBe(401)
  })

  test.each(['virtual', 'running'] as const)(
    'rates, proposes, binds and issues on a %s clock',
    async (clock) => {
      const { start } = life({ clock })
      let driver = await start()
      const id = await driver.submit()
      driver = await start()
      expect(await driver.state(id)).toBe('pending')
      await driver.advance(1600)
      expect(await driver.state(id)).toBe('ready_to_bind')
      const change = { insured_contact: { email: 'new@insured.example' } }
      expect((await driver.call('PUT', `/update/${id}`, change)).status).toBe(200)
      driver = await start()
      await driver.advance(1100)
      const read = () => driver.call('GET', `/document/quote-proposal/stream/${id}`)
      const proposal = (await read()).text
      expect((await driver.call('PUT', `/bind/${id}`, {})).status).toBe(202)
      driver = await start()
      await driver.advance(3100)
      expect(await driver.state(id)).toBe('issued')
      driver = await start()
      expect((await read()).text).toBe(proposal)
      const events = await driver.events()
      expect(events.map(({ type }) => type)).toEqual([
        'quote.created',
        'quote.proposalReady',
        'policy.created',
      ])
      expect(events.at(-1)?.body).toMatchObject({ data: { customer: { email: 'new@insured.example' } } })
    },
  )

  test('holds what was held, and fails what was to fail', async () => {
    const { start } = life()
    let driver = await start()
    await driver.control('POST', '/rating/hold')
    const id = await driver.submit()
    await driver.advance(5000)
    await driver.control('POST', '/faults', { method: 'GET', path: '/status/none', count: 1 })
    driver = await start()
    await driver.advance(5000)
    expect(await driver.state(id)).toBe('pending')
    expect((await driver.call('GET', '/status/none')).status).toBe(500)
    await driver.control('POST', '/rating/release')
    expect(await driver.state(id)).toBe('ready_to_bind')
    driver = await start()
    expect((await driver.call('GET', '/status/none')).status).toBe(404)
  })

  test('goes on with the clock that was moved', async () => {
    const { start } = life()
    const first = await start()
    await first.advance(86_400_000)
    const before = (await first.control('POST', '/clock/advance', { milliseconds: 0 })).json.now
    const second = await start()
    expect((await second.control('POST', '/clock/advance', { milliseconds: 0 })).json.now).toEqual(before)
    const running = await start({ clock: 'running' })
    const now = (await running.control('POST', '/clock/advance', { milliseconds: 0 })).json.now
    expect(Date.parse(String(now))).toBeGreaterThanOrEqual(Date.parse(String(before)))
    await expect(start({ clock: 'real' })).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('knows accounts and credentials, and shows no secret again', async () => {
    const { start, store } = life()
    let driver = await start()
    const person = {
      company_name: 'Fern',
      contact_name: 'Ida',
      email: 'ida@fern.example',
      password: 'one two three',
    }
    const id = String((await driver.control('POST', '/partners', person)).json.partner_id)
    await driver.control('POST', `/partners/${id}/approve`)
    const client = (await driver.control('POST', `/partners/${id}/clients`, { name: 'Desk' })).json
    const key = String((await driver.control('POST', `/partners/${id}/keys`)).json.integration_key)
    const hook = (await driver.control('POST', `/partners/${id}/webhook-keys`)).json
    const revoked = (await driver.control('POST', `/partners/${id}/webhook-keys`)).json
    await driver.control('POST', `/webhook-keys/${revoked.webhook_key_id}/revoke`)
    await driver.control('POST', '/brokers/onboard', { broker_email: 'new@broker.example' })
    const shown = (await driver.control('GET', `/partners/${id}/keys`)).json
    driver = await start()
    expect((await driver.control('GET', `/partners/${id}`)).json.partner).toMatchObject({
      status: 'active',
      team: [{ email: person.email, role: 'Admin' }],
    })
    expect((await driver.control('GET', `/partners/${id}/keys`)).json).toEqual(shown)
    const form = { client_id: String(client.client_id), client_secret: String(client.client_secret) }
    const bearer = (await driver.token(form)).json.access_token
    const own = { authorization: `Bearer ${bearer}`, 'x-integration-key': key }
    expect((await driver.call('GET', '/status/none', undefined, own)).status).toBe(404)
    expect(
      (await driver.call('GET', '/status/none', undefined, { ...own, 'x-integration-key': `${key}x` }))
        .status,
    ).toBe(401)
    const account = { email: 'hook@fern.example', password: 'four five six' }
    const open = (webhook_key: unknown) =>
      driver.control('POST', '/portal-accounts', { ...account, webhook_key })
    expect((await open(revoked.webhook_key)).status).toBe(409)
    expect((await open(hook.webhook_key)).status).toBe(200)
    driver = await start()
    expect((await open(hook.webhook_key)).status).toBe(409)
    const secrets = [person.password, account.password, key, bearer, ...Object.values(form), hook.webhook_key]
    const found = secrets.filter((secret) => store.readable().includes(String(secret)))
    // The id of a client is no secret.
    expect(found).toEqual([form.client_id])
  })

  test('has the authority that its clients trust', async () => {
    const { start, store } = life()
    await start()
    const failed = () => {}
    const pems: unknown[] = []
    for (let times = 0; times < 2; times++) {
      const sandbox = await startEmbedded({ https: true, data: { store, failed } })
      pems.push(sandbox.caPem)
      await sandbox.close()
    }
    expect(pems[1]).toBe(pems[0])
    const [{ body = '' } = {}] = store.read('settings').filter(({ id }) => id === 'tls')
    expect(JSON.parse(body)).toMatchObject({ caPem: pems[0] })
  })

  test('has other ids than before, with a seed too', async () => {
    const { start } = life({ seed: 7 })
    const ids = [
      await (await start()).submit(),
      await (await start()).submit(),
      await (await start()).submit(),
    ]
    expect(new Set(ids).size).toBe(3)
  })
})
