import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { standardBehaviour } from '../behaviour.ts'
import { sign, signedText } from './signature.ts'
import { type Received, setUpDeliveries } from './testing.ts'

const signedWith = (secret: string, { headers, body }: Received): boolean =>
  headers['x-platform-signature'] ===
  createHmac('sha256', secret).update(`${headers['event-id']}.${headers.timestamp}.${body}`).digest('hex')

const minutes = 60_000

describe('a signature', () => {
  test('is the one that OpenSSL makes', () => {
    const message = {
      eventId: '0f7c6c1e-6b8e-4d0e-9b57-2f8f3a1f6c11',
      timestamp: '2026-03-01T12:00:00.000Z',
      body: '{"type":"broker.added","note":"Brökerage"}',
    }
    expect(sign(signedText(message), 'whsec_test')).toBe(
      'a0eccd506f55b633474b18199e6016f4a51587af3863642fee05ace32b57f3ed',
    )
  })

  test('stands in a request with all that it covers', async () => {
    await using setup = await setUpDeliveries()
    const { secret } = await setup.register()
    await setup.emit()
    const [request] = setup.receiver.received
    if (request === undefined) throw new Error('nothing came')
    const [event] = await setup.driver.events()
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'event-id': event?.id,
      timestamp: event?.body.timestamp,
      'content-length': String(Buffer.byteLength(request.body)),
    })
    expect(JSON.parse(request.body)).toEqual(event?.body)
    expect(signedWith(secret, request)).toBe(true)
  })

  test('is made with the secret of its own endpoint', async () => {
    await using setup = await setUpDeliveries()
    const one = await setup.register()
    const other = await setup.register()
    await setup.emit()
    expect(setup.receiver.received.map((request) => signedWith(one.secret, request))).toEqual([true, false])
    expect(setup.receiver.received.map((request) => signedWith(other.secret, request))).toEqual([false, true])
  })

  test.each([
    ['in base64', { sign: (text, secret) => Buffer.from(sign(text, secret), 'hex').toString('base64') }],
    ['of the body alone', { signedText: ({ body }) => body }],
    ['of another timestamp', { signedText: (message) => signedText({ ...message, timestamp: 'x' }) }],
  ] satisfies [string, Partial<typeof standardBehaviour.webhooks>][])(
    'is made %s where the rules say so',
    async (_title, rules) => {
      await using setup = await setUpDeliveries(rules)
      const { secret } = await setup.register()
      await setup.emit()
      expect(setup.receiver.received.map((request) => signedWith(secret, request))).toEqual([false])
    },
  )
})

describe('a rotated secret', () => {
  test('gives way at once to the new one, retries included', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number) => (number === 1 ? 500 : 200)
    const { id, secret } = await setup.register()
    await setup.emit()
    const rotated = await setup.driver.control('POST', `/endpoints/${id}/rotate`)
    await setup.pass(1000)
    const [before, after] = setup.receiver.received
    if (before === undefined || after === undefined) throw new Error('too little came')
    expect(signedWith(secret, before)).toBe(true)
    expect(signedWith(String(rotated.json.secret), after)).toBe(true)
  })

  test('may sign until its grace period is over, where the rules say so', async () => {
    const { validSecrets } = standardBehaviour.webhooks
    await using setup = await setUpDeliveries({
      signingSecret: (endpoint, platform) => validSecrets(endpoint, platform).at(-1) ?? '',
    })
    const { id, secret } = await setup.register()
    await setup.driver.control('POST', `/endpoints/${id}/rotate`)
    await setup.pass(15 * minutes - 1)
    await setup.emit()
    await setup.pass(1)
    await setup.emit()
    expect(setup.receiver.received.map((request) => signedWith(secret, request))).toEqual([true, false])
  })

  test('stands nowhere in the delivery log', async () => {
    await using setup = await setUpDeliveries()
    const { id, secret } = await setup.register()
    await setup.emit()
    const log = JSON.stringify(await setup.deliveries(id))
    expect(log).toContain('"delivered"')
    expect(log).not.toContain(secret)
    expect(log).not.toContain(String(setup.receiver.received[0]?.headers['x-platform-signature']))
  })
})
