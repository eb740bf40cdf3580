import { expect, onTestFinished, test } from 'vitest'
import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import { webhookLease } from '../index.ts'
import { deliver, heldByNobody, openRedaction, operatorOf, realTime, receiverOf } from './testing.ts'

function leased(answers: Parameters<typeof operatorOf>[0], more: Partial<OperatorPort> = {}, busiestMs = 0) {
  const redaction = openRedaction()
  const receiver = receiverOf({ time: heldByNobody(busiestMs) })
  onTestFinished(() => receiver.close())
  const { operator, asked } = operatorOf(answers)
  const lease = webhookLease({ receiver, operator: { ...operator, ...more }, time: realTime(), redaction })
  const urlOf = (index: number) => String(asked[index]?.given.url)
  return { lease, asked, urlOf, redaction, receiver }
}

function registering(secrets: readonly string[]) {
  let count = 0
  return () => {
    count += 1
    return { endpoint_id: `e-${count}`, signing_secret: secrets[count - 1] }
  }
}

test('an endpoint is registered with its own URL and judged by its own secret', async () => {
  const { lease, asked, urlOf, redaction } = leased({
    register_endpoint: registering(['secret-1', 'secret-2']),
  })
  const [a, b] = [await lease.port.open(['quote.created']), await lease.port.open(['broker.added'])]
  expect(asked.map(({ given }) => given.events)).toEqual([['quote.created'], ['broker.added']])
  expect([a.id, b.id, urlOf(0) === urlOf(1)]).toEqual(['e-1', 'e-2', false])
  await deliver(urlOf(0), { secret: 'secret-1', body: '{"note":"secret-2"}' })
  await deliver(urlOf(1), { secret: 'secret-1' })
  expect(a.arrivals()).toMatchObject([{ body: '{"note":"secret-2"}', signature: { signedWith: 'current' } }])
  expect(b.arrivals()).toMatchObject([{ signature: { signedWith: 'none', diagnosis: 'other-endpoint' } }])
  expect(redaction.known).toEqual(['secret-1', 'secret-2'])
  expect(lease.arrivals()).toHaveLength(2)
})

test('a delivery signed with another text of the answer shows a wrong pointer, and is judged by the right one', async () => {
  const { lease, urlOf, redaction, receiver } = leased(
    { register_endpoint: registering(['an-address', 'secret-2']) },
    {
      unreadBeside: (value) =>
        value === 'an-address'
          ? [{ text: 'secret-1', misread: 'look there', key: 'operator.register_endpoint' }]
          : [],
    },
  )
  const [a, b] = [await lease.port.open(['quote.created']), await lease.port.open(['quote.created'])]
  await deliver(urlOf(0), { secret: 'unknown' })
  expect(a.arrivals()).toMatchObject([{ signature: { signedWith: 'none' } }])
  expect(receiver.book.misread()).toBe(undefined)
  await deliver(urlOf(0), { secret: 'secret-1' })
  expect(a.arrivals()).toMatchObject([
    { signature: { signedWith: 'none' } },
    { signature: { signedWith: 'current' } },
  ])
  await deliver(urlOf(1), { secret: 'secret-1' })
  expect(b.arrivals()).toMatchObject([{ signature: { signedWith: 'none', diagnosis: 'other-endpoint' } }])
  expect(receiver.book.misread()).toBe('look there')
  expect(redaction.known).toContain('secret-1')
})

test('an endpoint beside another one has its address and a secret of its own', async () => {
  const { lease, asked, urlOf } = leased({
    register_endpoint: registering(['secret-1', 'secret-2']),
    delete_endpoint: () => ({}),
  })
  const first = await lease.port.open(['quote.created'])
  const second = await lease.port.openBeside(first, ['broker.added'])
  expect([second.id, urlOf(1) === urlOf(0), asked[1]?.given.events]).toEqual(['e-2', true, ['broker.added']])
  expect([first, second].map((endpoint) => endpoint.secrets().map(({ mark }) => mark))).toEqual([[0], [1]])
  await deliver(urlOf(1), { secret: 'secret-2' })
  expect(first.arrivals()).toEqual([])
  expect(lease.arrivals()).toMatchObject([{ beside: true, signature: { signedWith: 'current' } }])
  await deliver(urlOf(0), { secret: 'secret-1' })
  expect(second.arrivals()).toEqual(first.atAddress().slice(0, 1))
  expect(first.arrivals()).toEqual(first.atAddress().slice(1))
  await lease.release()
  expect(asked.slice(2).map(({ given }) => given.endpoint_id)).toEqual(['e-1', 'e-2'])
})

test('only requests for its whole address reach an endpoint with an ending, octet by octet', async () => {
  const { lease, urlOf } = leased({ register_endpoint: registering(['secret-1']) })
  const ending = '/A%2Fb/?c=d'
  const endpoint = await lease.port.openAt(ending, ['quote.created'])
  const whole = urlOf(0)
  const path = whole.slice(0, -ending.length)
  const others = ['', '/A/b/?c=d', '/A%252Fb/?c=d', '/a%2Fb/?c=d', '/A%2Fb?c=d', '/A%2Fb/?c=d&e=f', '/A%2Fb/']
  for (const other of others) await deliver(path + other, { secret: 'secret-1' })
  expect(endpoint.arrivals()).toEqual([])
  expect(endpoint.strays()).toEqual(others)
  await deliver(whole, { secret: 'secret-1' })
  expect(endpoint.arrivals()).toHaveLength(1)
})

test('nothing is registered beside an endpoint that is not of this lease', async () => {
  const { lease } = leased({ register_endpoint: registering(['secret-1', 'secret-2']) })
  const other = await leased({
    register_endpoint: () => ({ endpoint_id: 'e-9', signing_secret: 's' }),
  }).lease.port.open([])
  await expect(lease.port.openBeside(other, [])).rejects.toThrow('the address of the endpoint is not known')
})

test('a receiver with a certificate of its own hands it to whoever registers', async () => {
  const receiver = receiverOf({ tls: 'own' })
  onTestFinished(() => receiver.close())
  const { operator, asked } = operatorOf({ register_endpoint: registering(['secret-1']) })
  const lease = webhookLease({ receiver, operator, time: realTime(), redaction: openRedaction() })
  await lease.port.open(['quote.created'])
  expect(asked[0]?.given.url).toMatch(/^https:/)
  expect(asked[0]?.given.certificate).toContain('-----BEGIN CERTIFICATE-----')
})

test('an endpoint where nothing listens refuses connections until it listens', async () => {
  const { lease, urlOf } = leased({ register_endpoint: registering(['secret-1']) })
  const endpoint = await lease.port.openClosed(['quote.created'])
  await expect(deliver(urlOf(0))).rejects.toThrow()
  await endpoint.listen()
  expect((await deliver(urlOf(0))).status).toBe(200)
  expect(endpoint.arrivals()).toHaveLength(1)
})

test('after a rotation the secret before is the former one, and the one before that is none', async () => {
  const rotated = ['secret-2', 'secret-3']
  const { lease, urlOf } = leased({
    register_endpoint: registering(['secret-1']),
    rotate_secret: () => ({ signing_secret: rotated.shift() }),
  })
  const endpoint = await lease.port.open(['quote.created'])
  await deliver(urlOf(0), { secret: 'secret-1' })
  // The new secret is already used while the rotation is still being answered.
  await deliver(urlOf(0), { secret: 'secret-2' })
  await endpoint.rotate()
  for (const secret of ['secret-1', 'secret-2']) await deliver(urlOf(0), { secret })
  await endpoint.rotate()
  await deliver(urlOf(0), { secret: 'secret-1' })
  expect(endpoint.arrivals().map(({ signature }) => signature.diagnosis ?? signature.signedWith)).toEqual([
    'current',
    'current',
    'former',
    'current',
    'older-secret',
  ])
})

test('until tells whether a condition came to hold', async () => {
  const { lease, urlOf } = leased({ register_endpoint: registering(['secret-1']) })
  const endpoint = await lease.port.open(['quote.created'])
  const arrived = () => endpoint.arrivals().length > 0
  expect(await lease.port.until(arrived, 20, 5)).toBe(false)
  void deliver(urlOf(0))
  expect(await lease.port.until(arrived, 5000, 5)).toBe(true)
  expect(lease.port.heldUpMs()).toBeGreaterThanOrEqual(0)
})

test('a release deletes what was registered, whatever comes of it', async () => {
  const { lease, asked, urlOf } = leased({
    register_endpoint: registering(['secret-1']),
    delete_endpoint: () => {
      throw new Error('down')
    },
  })
  const endpoint = await lease.port.open(['quote.created'], [{ kind: 'silence' }])
  const open = expect(deliver(urlOf(0))).rejects.toThrow()
  await lease.port.until(() => endpoint.arrivals().length > 0, 5000, 5)
  await lease.release()
  await open
  expect(asked.at(-1)).toEqual({ action: 'delete_endpoint', given: { endpoint_id: 'e-1' } })
  expect(lease.arrivals()).toHaveLength(1)
})

test('an operator that cannot register, or does not say what it registered, is named by its key', async () => {
  const none = leased({})
  await expect(none.lease.port.open([])).rejects.toMatchObject({ key: 'operator.register_endpoint' })
  const silent = leased({ register_endpoint: () => ({ endpoint_id: 7 }) })
  await expect(silent.lease.port.open([])).rejects.toMatchObject({
    key: 'operator.register_endpoint.returns.signing_secret',
  })
})

test('a check on a moved clock may come with a move for others, half a step earlier, and the end of a wait when it is due', async () => {
  let now = 130
  const sleeps: (readonly number[])[] = []
  const time = { ...realTime(), virtual: true, now: () => now, deadline: () => ({ expired: () => true }) }
  const sleep = async (ms: number, spareMs = 0) => {
    now += ms + spareMs
    sleeps.push([ms, spareMs])
  }
  const receiver = receiverOf()
  onTestFinished(() => receiver.close())
  const { operator } = operatorOf({})
  const lease = webhookLease({ receiver, operator, time: { ...time, sleep }, redaction: openRedaction() })
  await lease.port.watch(300, 100)
  expect(sleeps).toEqual([
    [50, 50],
    [50, 50],
    [100, 0],
  ])
})

test.each([
  { busiestMs: 0, reached: true },
  { busiestMs: 5000, reached: false },
])(
  'the way was open, $reached, where this process was held up for $busiestMs ms of eight seconds',
  async (one) => {
    const { lease, urlOf } = leased({ register_endpoint: registering(['secret-1']) }, {}, one.busiestMs)
    await lease.port.open(['quote.created'])
    await deliver(urlOf(0))
    expect(lease.port.reached()).toBe(one.reached)
  },
)
