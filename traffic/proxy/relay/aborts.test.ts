import { expect, test } from 'vitest'
import { eventually, rawClient, rawServer, relayTo } from '../testing/raw.ts'

const GET = 'GET /api/document/policy/stream/1 HTTP/1.1\r\nHost: x\r\n\r\n'
const BEGINNING = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'

test('a client that breaks off while it waits breaks the connection of the platform', async () => {
  const platform = await rawServer()
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => platform.received()[0]?.length !== undefined)
  client.socket.resetAndDestroy()
  await eventually(() => platform.ends[0] === 'ECONNRESET')
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]).toMatchObject({ brokenBy: 'sender', failure: { kind: 'reset' } })
})

test('the platform learns that a client breaks off within its body', async () => {
  const platform = await rawServer((socket) => void socket.once('end', () => socket.destroy()))
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write('POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a":')
  await eventually(() => platform.received()[0]?.toString().endsWith('{"a":') === true)
  client.socket.destroy()
  await eventually(() => platform.ends[0] !== undefined)
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]).toMatchObject({ brokenBy: 'sender', body: { size: 5, isWhole: false } })
})

test('an answer that breaks off breaks off for the client, after the same bytes', async () => {
  const platform = await rawServer((socket) => {
    socket.write(BEGINNING, () => setTimeout(() => socket.resetAndDestroy(), 30))
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => client.ended() === 'ECONNRESET')
  expect(client.received().toString()).toBe(BEGINNING)
  expect(relay.passed[0]).toMatchObject({
    brokenBy: 'target',
    failure: { kind: 'cut-short', status: 200 },
    answer: { body: { size: 3, isWhole: false } },
  })
})

test('an answer that ends too early ends too early for the client', async () => {
  const platform = await rawServer((socket) => void socket.end(BEGINNING))
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => client.ended() === 'end')
  expect(client.received().toString()).toBe(BEGINNING)
  expect(relay.passed[0]).toMatchObject({ brokenBy: 'target', failure: { kind: 'cut-short' } })
})

test('a platform that nobody can reach gives no made-up answer', async () => {
  const relay = await relayTo({ baseUrl: 'http://127.0.0.1:1/api' })
  const client = await rawClient(relay.port)
  client.socket.write(GET)
  await eventually(() => client.ended() !== undefined)
  expect(client.received().length).toBe(0)
  expect(relay.passed[0]).toMatchObject({ brokenBy: 'target', failure: { kind: 'refused' } })
})

test('a client that only stops sending gets its answer', async () => {
  const platform = await rawServer((socket) => {
    socket.once('end', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.end(GET)
  await eventually(() => client.ended() === 'end')
  expect(client.received().toString()).toMatch(/ok$/)
  expect(relay.passed[0]?.failure).toBeUndefined()
})

test('a platform that answers before the body has come is recorded with both', async () => {
  const platform = await rawServer((socket, soFar) => {
    if (soFar.length < 200) socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write('POST /api/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"a":')
  await eventually(() => client.ended() === 'end')
  expect(client.received().toString()).toContain('413')
  client.socket.destroy()
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]).toMatchObject({ answer: { status: 413 }, body: { size: 5, isWhole: false } })
  expect(relay.passed[0]?.failure).toBeUndefined()
})
