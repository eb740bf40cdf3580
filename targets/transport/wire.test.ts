import { createHash } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WireRequest } from './request.ts'
import { fake, rawFake } from './testing/fake-server.ts'
import { Wire } from './wire.ts'

function wire(maxBodyBytes = 1024 * 1024): Wire {
  const one = new Wire({ maxBodyBytes })
  onTestFinished(() => one.close())
  return one
}

const get = (url: string, timeoutMs = 5000): WireRequest => ({ method: 'GET', url, headers: [], timeoutMs })

describe('an answer', () => {
  test('keeps its status, repeated headers and bytes', async () => {
    const { origin } = await fake((_, response) => {
      response
        .writeHead(
          418,
          [
            ['X-Twice', 'a'],
            ['X-Twice', 'b'],
          ].flat() as string[],
        )
        .end(Buffer.from([0, 255]))
    })
    const { answer } = await wire().send(get(`${origin}/x`))
    expect(answer?.status).toBe(418)
    expect(answer?.headers.filter(([name]) => name === 'x-twice')).toEqual([
      ['x-twice', 'a'],
      ['x-twice', 'b'],
    ])
    expect([...(answer?.body ?? [])]).toEqual([0, 255])
  })

  test('may have no body', async () => {
    const { origin } = await fake((_, response) => response.writeHead(204).end())
    expect(await wire().send(get(origin))).toMatchObject({ answer: { status: 204, body: Buffer.alloc(0) } })
  })

  test('that redirects is not followed', async () => {
    const { origin, seen } = await fake((_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    )
    expect((await wire().send(get(`${origin}/a`))).answer?.status).toBe(302)
    expect(seen).toHaveLength(1)
  })

  test('in gzip stays as it was received', async () => {
    const bytes = Buffer.from('not really gzip')
    const { origin } = await fake((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
    )
    expect((await wire().send(get(origin))).answer?.body).toEqual(bytes)
  })

  test('after an early hint is the last one', async () => {
    const origin = await rawFake((socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      ),
    )
    expect((await wire().send(get(origin))).answer).toMatchObject({
      status: 200,
      headers: [['content-length', '2']],
    })
  })
})

describe('a request', () => {
  test('keeps dots and escapes in its path', async () => {
    const { origin, seen } = await fake((_, response) => response.end())
    await wire().send(get(`${origin}/a/../b/%2e%2e/%zz?q=1`))
    expect(seen[0]?.url).toBe('/a/../b/%2e%2e/%zz?q=1')
  })

  test('that is no HTTP is a misuse', async () => {
    const { origin } = await fake((_, response) => response.end())
    const request = { ...get(origin), headers: [['x', 'a\nb']] as const }
    await expect(wire().send(request)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
    await expect(wire().send(get(`${origin}/a b`))).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  })

  test('leaves no idle connection for the server to close', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const origin = await rawFake((socket) => {
      socket.on('end', resolve)
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n')
    })
    await wire().send(get(origin))
    await promise
  })

  test('has a connection of its own once the server has closed an idle one', async () => {
    let connections = 0
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const origin = await rawFake((socket, count) => {
      connections = count
      const answer = () => socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      socket.on('data', answer)
      socket.on('close', resolve)
      answer()
      if (count === 1) setTimeout(() => socket.end(), 20)
    })
    const one = wire()
    await one.send(get(origin))
    await closed
    for (const _ of 'abc') expect(await one.send(get(origin))).toMatchObject({ answer: { status: 204 } })
    expect(connections).toBe(4)
  })
})

describe('a failure', () => {
  test('of 100 MB is cut at the bound', async () => {
    let sent = 0
    const { origin } = await fake((_, response) => {
      const block = Buffer.alloc(1024 * 1024)
      const more = () => {
        if (sent >= 100 || response.destroyed) return
        sent += 1
        response.write(block, more)
      }
      more()
    })
    const result = await wire(2 * 1024 * 1024).send(get(origin))
    expect(result).toMatchObject({ failure: { kind: 'too-large', status: 200 } })
    expect(sent).toBeLessThan(60)
  })

  test('of dribbling is cut at the deadline', async () => {
    const origin = await rawFake((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await wire().send(get(origin, 150))).toMatchObject({
      failure: { kind: 'timeout', status: 200, message: 'no whole answer within 150 ms' },
    })
  })

  test('of dribbling headers is cut at the deadline', async () => {
    const origin = await rawFake((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const { failure } = await wire().send(get(origin, 150))
    expect(failure).toEqual({ kind: 'timeout', message: 'no answer within 150 ms' })
  })

  test.each([
    ['of silence', '', 'timeout', undefined],
    ['of a body that is cut short', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf', 'cut-short', 200],
    [
      'of chunks that break off',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe',
      'cut-short',
      200,
    ],
    [
      'of chunks that are none',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'protocol',
      200,
    ],
    ['of headers that break off', 'HTTP/1.1 200 OK\r\nx: y', 'cut-short', undefined],
    ['of a greeting in another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'protocol', undefined],
    [
      'of an answer with two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
      'protocol',
      undefined,
    ],
    [
      'of a switch of protocols',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'protocol',
      undefined,
    ],
  ])('%s is reported', async (title, bytes, kind, status) => {
    const origin = await rawFake((socket) => (title === 'of silence' ? undefined : socket.end(bytes)))
    const { failure } = await wire().send(get(origin, title === 'of silence' ? 100 : 3000))
    expect({ kind: failure?.kind, status: failure?.status }, failure?.message).toEqual({ kind, status })
  })

  test('of a reset is distinguished from one in the middle of an answer', async () => {
    const before = await rawFake((socket) => socket.resetAndDestroy())
    expect((await wire().send(get(before))).failure?.kind).toBe('reset')
    const within = await rawFake((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      ),
    )
    expect((await wire().send(get(within))).failure).toMatchObject({ kind: 'cut-short', status: 200 })
  })

  test('of a closed port is a refusal', async () => {
    const { origin } = await fake((_, response) => response.end())
    const port = Number(new URL(origin).port)
    expect((await wire().send(get(`http://127.0.0.1:${port > 2000 ? 1 : 2}`))).failure?.kind).toBe('refused')
  })

  test('of a name that does not exist is unreachable', async () => {
    expect((await wire().send(get('http://no-such-host.invalid/'))).failure?.kind).toBe('unreachable')
  })

  test('of plain HTTP behind https is one of TLS', async () => {
    const { origin } = await fake((_, response) => response.end())
    expect((await wire().send(get(origin.replace('http:', 'https:')))).failure?.kind).toBe('tls')
  })
})

test('bodies of any method go out as they are', async () => {
  const { origin, seen } = await fake((_, response) => response.end())
  await wire().send({ ...get(origin), method: 'PUT', body: 'über {}' })
  expect(
    createHash('sha256')
      .update(seen[0]?.body ?? '')
      .digest('hex'),
  ).toBe(createHash('sha256').update('über {}').digest('hex'))
  expect(seen[0]?.headers).toMatchObject({ 'content-length': '8', host: new URL(origin).host })
})

test('a private certificate is trusted when the profile names it, and only then', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const server = createTlsServer({ key, cert }, (_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const trusting = new Wire({ maxBodyBytes: 1000, ca: cert })
  onTestFinished(() => trusting.close())
  expect((await trusting.send(get(url))).answer?.status).toBe(200)
  expect((await wire().send(get(url))).failure?.kind).toBe('tls')
})
