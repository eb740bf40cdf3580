import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventually, rawClient, rawServer, relayTo } from '../testing/raw.ts'

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const EVERY_BYTE = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))

/** Pieces of a request with `HOST` for its host, and pieces of the answer to it. */
interface Row {
  readonly title: string
  readonly sent: readonly string[]
  readonly answered: readonly string[]
  /** The platform closes the connection behind its answer. */
  readonly closes?: true
  /** A part of the connection passes unread. */
  readonly isUnread?: true
  /** Methods and statuses that are recorded. */
  readonly recorded: readonly string[]
}

const rows: readonly Row[] = [
  {
    title: 'odd case and order of headers, repeated ones, blanks',
    sent: [
      'GET /api/status/1?x=%2F..&y HTTP/1.1\r\naCCept:*/*\r\nX-A:  1 \t\r\nhOsT:   HOST  \r\nX-A: 2\r\nEmpty:\r\nx-latin: \xe9\r\n\r\n',
    ],
    answered: ['HTTP/1.1 200 \r\nx-b:1\r\nX-B: 2\r\nCONTENT-length:  3\r\n\r\nabc'],
    recorded: ['GET 200'],
  },
  {
    title: 'a head in single bytes, with an empty line before it and bare line feeds',
    sent: [...'\r\nGET /api/a HTTP/1.1\nHost: HOST\n\n'],
    answered: [...'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    recorded: ['GET 200'],
  },
  {
    title: 'chunks with extensions and trailers in both directions',
    sent: [
      'POST /api/submit HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: Chunked\r\n\r\n5;a="b";c\r\nhel',
      'lo\r\n00A \r\n0123456789\r\n0;z\r\nTrailer-One: 1\r\n',
      'trailer-two: 2\r\n\r\n',
    ],
    answered: [
      'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n3\r\nab',
      'c\r\n0\r\nT: 1\r\n\r\n',
    ],
    recorded: ['POST 200'],
  },
  {
    title: 'no body after HEAD, whatever the length says',
    sent: ['HEAD /api/a HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    answered: ['HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'],
    recorded: ['HEAD 200'],
  },
  {
    title: 'no body after 204 and 304',
    sent: [
      'PUT /api/a HTTP/1.1\r\nHost: HOST\r\ncontent-length: 2\r\n\r\n{}GET /api/b HTTP/1.1\r\nHost: HOST\r\n\r\n',
    ],
    answered: ['HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n'],
    recorded: ['PUT 204', 'GET 304'],
  },
  {
    title: 'a body that ends with its connection, with every byte',
    sent: ['GET /api/a HTTP/1.0\r\nHost: HOST\r\n\r\n'],
    answered: [`HTTP/1.0 200 OK\r\nContent-Type: x\r\n\r\n${EVERY_BYTE}`],
    closes: true,
    recorded: ['GET 200'],
  },
  {
    title: 'pipelined requests, with heads that end within a piece',
    sent: [
      'GET /api/1 HTTP/1.1\r\nHost: HOST\r\n\r\nPOST /api/2 HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\n\r\nHos',
      't\r\nGET /api/3 HTTP/1.1\r\nHo',
      'st: HOST\r\n\r\n',
    ],
    answered: [
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 X\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 404 N\r\nContent-Length: 2, 2\r\n\r\n33',
    ],
    recorded: ['GET 200', 'POST 201', 'GET 404'],
  },
  {
    title: 'a request whose end is ambiguous, unread',
    sent: [
      'POST /api/a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /b HTTP/1.1\r\nHost: other\r\n\r\n',
    ],
    answered: ['HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
    closes: true,
    isUnread: true,
    recorded: ['POST protocol'],
  },
  {
    title: 'bytes that are no HTTP at all',
    sent: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', EVERY_BYTE],
    answered: [EVERY_BYTE],
    isUnread: true,
    recorded: [],
  },
  {
    title: 'another protocol after 101',
    sent: ['GET /api/a HTTP/1.1\r\nHost: HOST\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    answered: [
      `HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n${EVERY_BYTE}GET / HTTP/1.1\r\nHost: other\r\n\r\n`,
    ],
    isUnread: true,
    recorded: ['GET 101'],
  },
  {
    title: 'answers that are no HTTP',
    sent: ['GET /api/a HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    answered: [`SSH-2.0 ${EVERY_BYTE}\n\n`, EVERY_BYTE],
    isUnread: true,
    recorded: ['GET protocol'],
  },
]

describe.each(rows)('$title', ({ sent, answered, closes, isUnread, recorded }) => {
  test('passes without a changed byte but those of Host', async () => {
    const whole = (host: string) => Buffer.from(sent.join('').replaceAll('HOST', host), 'latin1')
    const back = Buffer.from(answered.join(''), 'latin1')
    const platform = await rawServer(async (socket, soFar) => {
      if (soFar.length < whole(`127.0.0.1:${platform.port}`).length) return
      for (const piece of answered) {
        socket.write(piece, 'latin1')
        await pause(1)
      }
      if (closes) socket.end()
    })
    const relay = await relayTo({ baseUrl: `${platform.url}/api` })
    const client = await rawClient(relay.port)
    for (const piece of sent) {
      client.socket.write(piece.replaceAll('HOST', `127.0.0.1:${relay.port}`), 'latin1')
      await pause(1)
    }
    await client.until((bytes) => bytes.length >= back.length)
    if (closes) await eventually(() => client.ended() === 'end')
    client.socket.end()
    await eventually(() => relay.passed.length === recorded.length)
    expect(hashOf(platform.received()[0] ?? '')).toBe(hashOf(whole(`127.0.0.1:${platform.port}`)))
    expect(hashOf(client.received())).toBe(hashOf(back))
    const seen = relay.passed.map(
      ({ method, answer, failure }) => `${method} ${failure?.kind ?? answer?.status}`,
    )
    expect(seen).toEqual(recorded)
    expect(relay.unread()).toBe(isUnread ? 1 : 0)
    await eventually(() => platform.ends[0] === 'end')
  })
})

test('the record has the content of chunks, with the hash of what was sent', async () => {
  const platform = await rawServer((socket, soFar) => {
    if (soFar.includes('0\r\n\r\n'))
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n')
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(
    'POST /api/submit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n',
  )
  await eventually(() => relay.passed.length === 1)
  const [one] = relay.passed
  expect(one?.headers).toContainEqual(['host', `127.0.0.1:${platform.port}`])
  expect(Buffer.from(one?.body.kept ?? []).toString()).toBe('[]')
  expect(one?.body).toMatchObject({ size: 2, sha256: hashOf('[]'), isWhole: true })
  expect(one?.answer?.body).toMatchObject({ size: 2, sha256: hashOf('{}'), isWhole: true })
})

test('a client that expects 100 gets it from the platform before it sends the body', async () => {
  const platform = await rawServer((socket, soFar) => {
    const text = soFar.toString('latin1')
    if (text.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    if (text.endsWith('{}')) socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n')
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write(
    'PUT /api/bind/1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  )
  await client.until((bytes) => bytes.toString() === 'HTTP/1.1 100 Continue\r\n\r\n')
  expect(relay.passed).toEqual([])
  client.socket.write('{}')
  await client.until((bytes) => bytes.includes('202'))
  await eventually(() => relay.passed.length === 1)
  expect(relay.passed[0]?.answer?.status).toBe(202)
})
