import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually, rawClient, rawServer, relayTo } from '../testing/raw.ts'

const answering = (body: string, delayMs = 0) =>
  rawServer(async (socket, soFar) => {
    if (!soFar.toString('latin1').endsWith('\r\n\r\n')) return
    await pause(delayMs)
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: proxy\r\n\r\n`

test('one connection reaches two origins, and answers keep the order of the requests', async () => {
  const [api, login] = [await answering('slow', 50), await answering('fast')]
  const relay = await relayTo({ baseUrl: `${api.url}/v`, authUrl: `${login.url}/oauth/token` })
  const client = await rawClient(relay.port)
  client.socket.write(`${get('/v/status/1')}${get('/oauth/token')}`)
  await client.until((bytes) => bytes.includes('fast'))
  expect(client.received().toString().indexOf('slow')).toBeLessThan(client.received().indexOf('fast'))
  expect(login.received().map(String)).toEqual([
    `GET /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${login.port}\r\n\r\n`,
  ])
  expect(api.received().length).toBe(1)
  expect(relay.passed.map(({ route }) => route)).toEqual(['api', 'token'])
})

test('a closed connection of one origin closes nothing while the client talks to the other', async () => {
  const login = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    setTimeout(() => socket.end(), 20)
  })
  const api = await answering('api', 60)
  const relay = await relayTo({ baseUrl: `${api.url}/v`, authUrl: `${login.url}/oauth/token` })
  const client = await rawClient(relay.port)
  client.socket.write(get('/oauth/token'))
  await client.until((bytes) => bytes.includes('ok'))
  client.socket.write(get('/v/a'))
  await client.until((bytes) => bytes.includes('api'))
  expect(client.ended()).toBeUndefined()
  client.socket.write(get('/oauth/token'))
  await eventually(() => login.received().length === 2)
})

test('deliveries go to the path of the receiver, and all else of them stays', async () => {
  const api = await rawServer()
  const receiver = await answering('got')
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/partner/hooks?a=1` })
  const client = await rawClient(relay.port)
  const body = '{"type" : "quote.created"}\n\r\n\r\n'
  const headers = `Event-ID: 1\r\nX-platform-Signature: ab\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  client.socket.write(`POST /hooks/b?c=2 HTTP/1.1\r\nhost: proxy\r\n${headers}`)
  await client.until((bytes) => bytes.includes('got'))
  expect(receiver.received()[0]?.toString()).toBe(
    `POST /partner/hooks/b?a=1&c=2 HTTP/1.1\r\nhost: 127.0.0.1:${receiver.port}\r\n${headers}`,
  )
  expect(relay.passed[0]).toMatchObject({ route: 'hooks', answer: { status: 200 } })
  expect(api.received()).toEqual([])
})

test.each([
  '/hooks/../admin',
  '/hooks/..%2fadmin',
  '/hooks/%2e%2E/a',
  '/hooks/%252e./a',
  '/hooks/..;/a',
  '/hooks/..',
])('%s is refused, with 400', async (path) => {
  const [api, receiver] = [await rawServer(), await rawServer()]
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/hooks` })
  const client = await rawClient(relay.port)
  client.socket.write(`${get(path)}${get('/hooks')}`)
  await eventually(() => client.ended() === 'end')
  expect(client.received().toString()).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n$/s)
  expect(relay.passed).toMatchObject([
    { asked: path, answer: { status: 400 }, failure: { kind: 'protocol' } },
  ])
  expect([...api.received(), ...receiver.received()]).toEqual([])
})

test('a delivery whose end is ambiguous is refused, and nothing of it reaches the receiver', async () => {
  const [api, receiver] = [await rawServer(), await answering('got')]
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/hooks` })
  const client = await rawClient(relay.port)
  client.socket.write(get('/hooks/first'))
  const ambiguous = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  client.socket.write(`POST /hooks HTTP/1.1\r\nHost: x\r\n${ambiguous}${get('/admin')}`)
  await eventually(() => client.ended() === 'end')
  expect(client.received().toString()).toMatch(/^HTTP\/1\.1 200 .*gotHTTP\/1\.1 400 /s)
  expect(receiver.received().map(String).join('')).not.toContain('POST')
  expect(relay.passed.map(({ answer }) => answer?.status)).toEqual([200, 400])
})

test('bytes behind a delivery that are no request do not reach the receiver', async () => {
  const [api, receiver] = [await rawServer(), await answering('got')]
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/hooks` })
  const client = await rawClient(relay.port)
  client.socket.write(get('/hooks'))
  await client.until((bytes) => bytes.includes('got'))
  client.socket.write(`no request\r\n\r\n${get('/admin')}`)
  await eventually(() => client.ended() !== undefined)
  expect(receiver.received().map(String).join('')).not.toContain('admin')
})

test('a secret in the address of the receiver is not recorded', async () => {
  const [api, receiver] = [await rawServer(), await answering('got')]
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/s3cret?key=s3cret` })
  const client = await rawClient(relay.port)
  client.socket.write(get('/hooks/a'))
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]?.asked).toBe('/hooks/a')
})

test('a head that does not come to its end closes its connection; a pause between heads does not', async () => {
  const api = await answering('api')
  const relay = await relayTo({ baseUrl: `${api.url}/v` }, { headMs: 200 })
  const [slow, idle] = [await rawClient(relay.port), await rawClient(relay.port)]
  idle.socket.write(get('/v/a'))
  slow.socket.write('GET /v/a HTTP/1.1\r\n')
  await eventually(() => slow.ended() !== undefined)
  await pause(250)
  expect(idle.ended()).toBeUndefined()
})

test('a path that only begins like that of deliveries goes to the platform', async () => {
  const api = await answering('api')
  const receiver = await rawServer()
  const relay = await relayTo({ baseUrl: `${api.url}/v`, deliverTo: `${receiver.url}/hooks` })
  const client = await rawClient(relay.port)
  client.socket.write(get('/hookshot'))
  await client.until((bytes) => bytes.includes('api'))
  expect(receiver.received()).toEqual([])
})
