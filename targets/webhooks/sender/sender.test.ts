import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Framing } from '../../../conformance/ports/receiver.ts'
import { DeliverySender } from './sender.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
// Long, since machines are busy; a server that never answers is given a short one.
const patience = { answerMs: 15_000, bodyMs: 15_000, bodyBytes: 10_000 }
const headers = [
  ['Event-ID', 'evt-1'],
  ['Timestamp', 'now'],
] as const
const request = (framing?: Framing) => ({
  headers,
  body: Buffer.from('{"a":"bcdefgh"}'),
  ...(framing !== undefined && { framing }),
})

/** Serves raw connections: `talk` is called with all bytes so far, each time some come. */
async function raw(talk: (socket: Socket, text: string) => void) {
  const arrivals: string[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const pieces: string[] = []
    arrivals.push(pieces)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      pieces.push(bytes.toString())
      talk(socket, pieces.join(''))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?x=1`
  const sender = new DeliverySender({ url })
  onTestFinished(async () => {
    sender.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { sender, arrivals, url }
}

/** Answers as soon as the body is complete, or the last chunk has come. */
const polite = (socket: Socket, text: string) => {
  if (/bcdefgh"}$|\r\n0\r\n\r\n$/.test(text)) socket.write(OK)
}

describe('a request', () => {
  test('stands on the wire as it was given', async () => {
    const { sender, arrivals, url } = await raw(polite)
    const sent = await sender.post(request(), patience)
    const lines = arrivals[0]?.join('').split('\r\n')
    expect(lines).toEqual([
      'POST /hooks?x=1 HTTP/1.1',
      `Host: ${new URL(url).host}`,
      'Event-ID: evt-1',
      'Timestamp: now',
      'Content-Length: 15',
      'Connection: close',
      '',
      '{"a":"bcdefgh"}',
    ])
    expect([sent.head?.status, Buffer.from(sent.body).toString(), sent.failure]).toEqual([
      200,
      'ok',
      undefined,
    ])
  })

  test.each<Framing>(['chunked', 'bytewise', 'pieces', 'continue'])(
    'is whole when it is sent %s',
    async (framing) => {
      const { sender, arrivals } = await raw((socket, text) => {
        if (text.endsWith('\r\n\r\n') && /100-continue/.test(text))
          socket.write('HTTP/1.1 100 Continue\r\n\r\n')
        polite(socket, text)
      })
      const sent = await sender.post(request(framing), patience)
      expect(sent.head?.status).toBe(200)
      const [head = '', ...rest] = (arrivals[0] ?? []).join('').split('\r\n\r\n')
      const body = rest.join('\r\n\r\n')
      if (framing === 'chunked') expect(body).toBe('B\r\n{"a":"bcdef\r\n2\r\ngh\r\n2\r\n"}\r\n0\r\n\r\n')
      else expect(body).toBe('{"a":"bcdefgh"}')
      expect(/^Content-Length: 15$/m.test(head)).toBe(framing !== 'chunked')
      if (framing !== 'continue') expect((arrivals[0] ?? []).length).toBeGreaterThan(2)
    },
  )

  test('that is broken off leaves its body incomplete', async () => {
    const { sender, arrivals } = await raw(polite)
    await sender.post(request('broken-off'), patience)
    await expect.poll(() => arrivals[0]?.join('')).toMatch(/\r\n\r\n\{"a":"b$/)
  })

  test('whose sender hangs up is whole, and no answer is waited for', async () => {
    const { sender, arrivals } = await raw(() => undefined)
    const sent = await sender.post(request('hung-up'), { ...patience, answerMs: 600_000 })
    expect(sent.failure).toBeUndefined()
    expect(arrivals[0]?.join('')).toMatch(/\r\n\r\n\{"a":"bcdefgh"\}$/)
  })

  test.each<[string, (socket: Socket) => void, string, number | undefined]>([
    ['silence', () => undefined, 'timeout', undefined],
    ['an end', (socket) => void socket.end(), 'reset', undefined],
    ['a reset', (socket) => void socket.resetAndDestroy(), 'reset', undefined],
    ['garbage', (socket) => void socket.write('banana'), 'protocol', undefined],
    ['half a body', (socket) => void socket.end(OK.slice(0, -1)), 'cut-short', 200],
    ['a body that does not come', (socket) => void socket.write(OK.slice(0, -1)), 'timeout', 200],
    [
      'a body without bounds',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(30_000)}`),
      'too-large',
      200,
    ],
  ])('that meets %s has failed in those words', async (_, talk, kind, status) => {
    const { sender } = await raw((socket, text) => {
      if (text.endsWith('}')) talk(socket)
    })
    const sent = await sender.post(request(), { ...patience, answerMs: 1000, bodyMs: 1000 })
    expect([sent.failure?.kind, sent.head?.status]).toEqual([kind, status])
  })

  test('to nobody is refused', async () => {
    const sent = await new DeliverySender({ url: 'http://127.0.0.1:1/' }).post(request(), patience)
    expect(sent.failure?.kind).toBe('refused')
  })
})

test('requests that are sent together wait for the last of them with their last byte', async () => {
  // Only the sender knows the order: on a busy machine, the receiver reads what was written apart as one piece.
  const write = vi.spyOn(Socket.prototype, 'write')
  onTestFinished(() => write.mockRestore())
  const { sender } = await raw(polite)
  const sent = await sender.postTogether([request(), request(), request()], patience)
  expect(sent.map(({ head }) => head?.status)).toEqual([200, 200, 200])
  const ends = write.mock.calls.map(([bytes]) => String(bytes).at(-1))
  expect(ends.filter((end) => end === '"' || end === '}')).toEqual(['"', '"', '"', '}', '}', '}'])
})

test('requests over one connection go on over another when it is closed', async () => {
  let count = 0
  const { sender, arrivals } = await raw((socket, text) => {
    if (!text.endsWith('}')) return
    count += 1
    // The third request finds its connection just closed.
    if (count === 3) socket.destroy()
    else socket.write(OK)
  })
  const dropped: unknown[] = []
  const sent = await sender.postOverOne([request(), request(), request()], patience, (place, { failure }) =>
    dropped.push([place, failure?.kind]),
  )
  expect(sent.map(({ head }) => head?.status)).toEqual([200, 200, 200])
  expect([arrivals.length, dropped]).toEqual([2, [[2, 'reset']]])
})

test('a body is cut within its characters, and arrives whole', async () => {
  const body = Buffer.from('{"name":"Müller 保険 🛡️"}')
  const { sender, arrivals } = await raw((socket, text) => {
    if (text.endsWith('}')) socket.write(OK)
  })
  await sender.post({ headers, body, framing: 'within-characters' }, patience)
  const pieces = arrivals[0] ?? []
  expect(pieces.length).toBeGreaterThan(5)
  // The server decodes each piece as text by itself, which must fail.
  expect(pieces.join('')).toContain('\ufffd')
})

test('header values go out with a byte for each character', async () => {
  const { sender, arrivals } = await raw((socket, text) => {
    if (text.endsWith('}')) socket.write(OK)
  })
  await sender.post({ headers: [['X', '\u00e9']], body: Buffer.from('{}') }, patience)
  expect(arrivals[0]?.join('')).toContain('X: \ufffd\r\n')
})

test('a long body is counted and hashed to its end, and kept at its beginning', async () => {
  const { sender } = await raw((socket, text) => {
    if (text.endsWith('}'))
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`)
  })
  const sent = await sender.post(request(), { ...patience, bodyBytes: 1_000_000 })
  expect([sent.failure, sent.whole?.size, sent.body.length]).toEqual([undefined, 100_000, 65_536])
})

test('a second request is made while the connection of the first is idle', async () => {
  const { sender, arrivals } = await raw(polite)
  const { isIdle, first, second } = await sender.postBesideIdle(request(), request(), patience)
  expect([isIdle, first.head?.status, second.head?.status, arrivals.length]).toEqual([true, 200, 200, 2])
})
