import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { receiverUrl } from './forward.ts'
import { begin } from './request.ts'
import { emit, listening, logOf, receive, register, set, until } from './testing.ts'

/** Sends bytes to an address as a sender of deliveries does; returns the answer. */
async function send(url: string, body: Uint8Array, headers: readonly string[]) {
  const sent = request(url, { method: 'POST', headers: [...headers], agent: false })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: answer.statusCode,
    message: answer.statusMessage,
    headers: answer.rawHeaders,
    body: await buffer(answer),
  }
}

test.each([
  ['nothing', new Uint8Array()],
  ['every byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ['eight megabytes', randomBytes(8 * 1_048_576)],
])('%s arrives as it was sent, and comes back as it was answered', async (_, body) => {
  const driver = await set()
  const receiver = await receive((_number, response) => {
    response.writeHead(418, 'Short and Stout', [
      'X-Twice',
      '1',
      'x-twice',
      '2',
      'Content-Length',
      String(body.length),
    ])
    response.end(body)
  })
  const { address } = await listening(driver, receiver.url)
  const host = new URL(address).host
  const own = ['Event-ID', 'b', 'event-id', 'a', 'X-Odd', '\u00e9', 'Content-Type', 'application/x-none']
  const answer = await send(`${address}/sub/path?q=1`, body, [
    'Host',
    host,
    ...own,
    'Content-Length',
    String(body.length),
  ])
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const [got] = receiver.got
  expect(got?.path).toBe('/hooks/sub/path?q=1')
  expect(got?.headers).toEqual([
    'Host',
    receiver.url.host,
    ...own,
    'Content-Length',
    String(body.length),
    'Connection',
    'close',
  ])
  expect(digest(got?.body ?? Buffer.from('none'))).toBe(digest(body))
  expect(answer).toMatchObject({ status: 418, message: 'Short and Stout' })
  expect(answer.headers.slice(0, 4)).toEqual(['X-Twice', '1', 'x-twice', '2'])
  expect(digest(answer.body)).toBe(digest(body))
})

test('several endpoints share an address, each with a path, a secret and a log of its own', async () => {
  const driver = await set({ clock: 'running' })
  const receiver = await receive((_number, response, { url }) =>
    response.writeHead(url === '/hooks/a' ? 200 : 500).end(),
  )
  const { address, forwarded } = await listening(driver, receiver.url)
  const [one, other] = [await register(driver, `${address}/a`), await register(driver, `${address}/b`)]
  await emit(driver)
  await until(() => forwarded.length >= 2)
  expect(
    receiver.got
      .map(({ path }) => path)
      .toSorted()
      .slice(0, 2),
  ).toEqual(['/hooks/a', '/hooks/b'])
  expect(await logOf(driver, one.id)).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }])
  expect(await logOf(driver, other.id)).toMatchObject([{ status: 'pending', attempts: [{ status: 500 }] }])
})

test('a receiver that is slower than the deadline fails the attempt, and its request is dropped', async () => {
  const driver = await set()
  let isDropped = false
  const receiver = await receive((number, response) => {
    if (number > 1) response.end()
    response.once('close', () => {
      isDropped ||= number === 1
    })
  })
  const { address, forwarded } = await listening(driver, receiver.url)
  const { id } = await register(driver, address)
  await emit(driver)
  await until(() => receiver.got.length === 1)
  await driver.advance(7999)
  expect(await logOf(driver, id)).toMatchObject([{ attempts: [{ failure: null, status: null }] }])
  await driver.advance(1)
  await until(() => isDropped && forwarded.length === 1)
  expect(forwarded).toMatchObject([{ inTime: false }])
  await driver.advance(1000)
  await until(() => forwarded.length === 2)
  expect(await logOf(driver, id)).toMatchObject([
    { status: 'delivered', attempts: [{ failure: 'deadline' }, { status: 200 }] },
  ])
})

test('a receiver that is not there fails the attempts, and the breaker disables its endpoint', async () => {
  const driver = await set()
  const receiver = await receive((_number, response) => void response.end())
  const { address, forwarded } = await listening(driver, receiver.url)
  const { id } = await register(driver, address)
  receiver.close()
  for (let event = 0; event < 5; event++) await emit(driver)
  await until(() => forwarded.length === 5)
  expect(new Set(forwarded.map(({ outcome }) => outcome))).toEqual(new Set(['ECONNREFUSED']))
  for (let minute = 0; minute < 10; minute++) await driver.advance(60_000)
  const log = await logOf(driver, id)
  expect(log.map(({ attempts }: { attempts: unknown[] }) => attempts.length)).toEqual(Array(5).fill(10))
  expect(JSON.stringify(log)).not.toMatch(/"status":\d/)
  expect((await driver.control('GET', `/endpoints/${id}`)).json.status).toBe('disabled')
})

test('without a listener an attempt fails at once, and the next one reaches the listener that has come since', async () => {
  const driver = await set()
  const receiver = await receive((_number, response) => void response.end())
  const first = await listening(driver, receiver.url)
  const { id } = await register(driver, first.address)
  await first.stop()
  await emit(driver)
  await until(() => first.lost.length === 0)
  await driver.advance(0)
  const second = await listening(driver, receiver.url, first.secret)
  expect(second.address).toBe(first.address)
  await driver.advance(1000)
  await until(() => second.forwarded.length === 1)
  expect(await logOf(driver, id)).toMatchObject([
    { status: 'delivered', attempts: [{ failure: 'closed' }, { status: 200 }] },
  ])
})

test('a listener with the same key takes the place of the first one, which ends', async () => {
  const driver = await set()
  const receiver = await receive((_number, response) => void response.end())
  const first = await listening(driver, receiver.url)
  await listening(driver, receiver.url, first.secret)
  await expect(first.ended).rejects.toMatchObject({ code: 'LISTENER_REPLACED' })
})

test('who knows an address cannot listen there, nor answer for its listener', async () => {
  const driver = await set()
  const receiver = await receive(() => {})
  const { address } = await listening(driver, receiver.url)
  const origin = new URL(address).origin
  const thief = await listening(
    driver,
    receiver.url,
    new URL(address).pathname.slice('/listen/'.length).padEnd(43, '-'),
  )
  expect(thief.address).not.toBe(address)
  await register(driver, address)
  await emit(driver)
  await until(() => receiver.got.length === 1)
  const answer = await fetch(`${origin}/listener/none`, {
    method: 'POST',
    headers: { authorization: `Bearer ${thief.secret}`, 'content-type': 'application/octet-stream' },
    body: '{"status":200,"message":"OK","headers":[]}\n',
  })
  expect(answer.status).toBe(410)
  expect((await fetch(`${origin}/listener`)).status).toBe(401)
})

test('deliveries of a sandbox on https come too', async () => {
  const sandbox = await startEmbedded({ listeners: true, https: true, clock: 'running' })
  onTestFinished(() => sandbox.close())
  const receiver = await receive((_number, response) => void response.end())
  const { address } = await listening({ sandbox }, receiver.url)
  for (const [path, body] of [
    ['/endpoints', { url: address, events: ['broker.added'] }],
    ['/brokers', { name: 'Lake', email: 'desk@lake.example' }],
  ] as const) {
    const headers = { 'x-control-secret': sandbox.controlSecret }
    const { sent, answer } = begin({
      ...{ url: new URL(`${sandbox.controlUrl}${path}`), method: 'POST', headers, ca: sandbox.caPem },
    })
    sent.end(JSON.stringify(body))
    expect((await answer).resume().statusCode).toBe(200)
  }
  await until(() => receiver.got.length === 1)
})

test.each([
  ['http://h/hooks', '', 'http://h/hooks'],
  ['http://h/', '/a', 'http://h/a'],
  ['http://h/hooks/', '/a?b=c', 'http://h/hooks/a?b=c'],
  ['http://h/hooks?k=1', '?b=c?d', 'http://h/hooks?k=1&b=c?d'],
])('%s and %s make %s', (receiver, path, url) => {
  expect(receiverUrl(new URL(receiver), path).href).toBe(url)
})
