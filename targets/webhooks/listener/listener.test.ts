import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliver, openedEndpoint, realTime, receiverOf } from './testing.ts'

/** Sends raw bytes and collects the answer until the connection is over. */
function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let seen = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1')
    })
    socket.on('error', (error) => resolve(`${seen}${'code' in error ? error.code : error.message}`))
    socket.on('close', () => resolve(seen))
  })
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}

describe('an arrival', () => {
  test('keeps headers in their order, bytes, moment and signer', async () => {
    const { endpoint, url } = await openedEndpoint()
    const body = '{ "name": "Müller\u2028" }'
    expect((await deliver(url, { body })).status).toBe(200)
    await until(() => endpoint.arrivals()[0]?.ended !== undefined)
    const [arrival] = endpoint.arrivals()
    expect(arrival).toMatchObject({
      id: `${endpoint.path}#1`,
      method: 'POST',
      body,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      answered: { kind: 'answer', status: 200 },
      signature: { signedWith: 'current' },
    })
    const { earliest = -1, latest = -1, ended = -1 } = arrival ?? {}
    expect([earliest >= 0, latest >= earliest, ended >= latest]).toEqual([true, true, true])
    expect(arrival?.headers.map(([name]) => name).filter((name) => name.endsWith('-id'))).toEqual([
      'event-id',
    ])
  })

  test('with repeated headers keeps each of them', async () => {
    const { endpoint, url } = await openedEndpoint()
    const { pathname } = new URL(url)
    await raw(
      url,
      `POST ${pathname} HTTP/1.1\r\nhost: x\r\nEvent-ID: a\r\nEvent-ID: b\r\nconnection: close\r\ncontent-length: 2\r\n\r\n\xff\xfe`,
    )
    const [arrival] = endpoint.arrivals()
    expect(arrival?.headers.filter(([name]) => name === 'event-id')).toEqual([
      ['event-id', 'a'],
      ['event-id', 'b'],
    ])
    expect(arrival?.signature).toEqual({ signedWith: 'none' })
  })

  test('without UTF-8 has a hash and no text', async () => {
    const { endpoint, url } = await openedEndpoint()
    await fetch(url, { method: 'POST', body: new Uint8Array([0xff, 0]) })
    const [arrival] = endpoint.arrivals()
    expect(arrival).not.toHaveProperty('body')
    expect(arrival?.bodySha256).toBe(
      createHash('sha256')
        .update(new Uint8Array([0xff, 0]))
        .digest('hex'),
    )
  })

  test('of more than 1 MB is answered 413', async () => {
    const { endpoint, url } = await openedEndpoint()
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect(answer.status).toBe(413)
    expect(endpoint.arrivals()[0]?.answered).toEqual({ kind: 'answer', status: 413 })
  })

  test('that breaks off before its end is none', async () => {
    const { endpoint, url } = await openedEndpoint()
    const { pathname, hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
    await deliver(url)
    expect(endpoint.arrivals().map(({ id }) => id)).toEqual([`${endpoint.path}#2`])
  })
})

describe('a script', () => {
  test('answers attempt by attempt, its last step from then on', async () => {
    const { endpoint, url } = await openedEndpoint([
      { kind: 'answer', status: 500, headers: { 'x-a': '1' }, body: 'no' },
      { kind: 'answer', status: 204 },
    ])
    const first = await deliver(url)
    expect([first.status, first.headers.get('x-a'), await first.text()]).toEqual([500, '1', 'no'])
    expect([(await deliver(url)).status, (await deliver(url)).status]).toEqual([204, 204])
    endpoint.answer([{ kind: 'answer', status: 404 }])
    expect((await deliver(url)).status).toBe(404)
    expect(endpoint.arrivals()).toHaveLength(4)
  })

  test('with a status that is none is a misuse', async () => {
    const { endpoint } = await openedEndpoint()
    expect(() => endpoint.answer([{ kind: 'answer', status: 100 }])).toThrow('status 100')
  })

  test('leads a redirect into a trap whose hits are arrivals of their own kind', async () => {
    const { endpoint, url } = await openedEndpoint([{ kind: 'answer', status: 307 }])
    const location = (await deliver(url)).headers.get('location')
    expect(location).toBe(`${url}/trap`)
    expect((await deliver(location ?? '')).status).toBe(200)
    expect(endpoint.arrivals().map(({ id }) => id)).toEqual([`${endpoint.path}#1`, `${endpoint.path}/trap#1`])
  })

  test.each([
    ['resets', { kind: 'reset' }, 'ECONNRESET'],
    ['closes', { kind: 'reset', closes: true }, ''],
  ] as const)('%s before anything is answered', async (_, answer, expected) => {
    const { endpoint, url } = await openedEndpoint([answer])
    const { pathname } = new URL(url)
    const seen = await raw(url, `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`)
    expect(seen).toBe(expected)
    await until(() => endpoint.arrivals()[0]?.ended !== undefined)
  })

  test('of silence leaves the connection open until the other side ends it', async () => {
    const { endpoint, url } = await openedEndpoint([{ kind: 'silence' }])
    const giveUp = new AbortController()
    const attempt = fetch(url, { method: 'POST', body: '{}', signal: giveUp.signal })
    await until(() => endpoint.arrivals().length === 1)
    expect(endpoint.arrivals()[0]).not.toHaveProperty('ended')
    giveUp.abort()
    await expect(attempt).rejects.toThrow()
    await until(() => endpoint.arrivals()[0]?.ended !== undefined)
  })

  test('that outlasts a deadline holds a moved clock until the other side has closed', async () => {
    const holds = new Set<Disposable>()
    const traffic = {
      open: () => undefined,
      settle: async () => undefined,
      begin() {
        const hold: Disposable = { [Symbol.dispose]: () => void holds.delete(hold) }
        holds.add(hold)
        return hold
      },
    }
    const punctuality = {
      start: () => {},
      stop: () => {},
      doubt: () => 0,
      watch: () => ({ longestMs: () => 0, busiestMs: () => 0 }),
    }
    const time = { ...realTime(), virtual: true, passiveSleep: async () => undefined }
    const script = [{ kind: 'silence', outlastsMs: 3_600_000 }] as const
    const { endpoint, url } = await openedEndpoint(script, { time: { traffic, punctuality } }, time)
    const giveUp = new AbortController()
    const attempt = fetch(url, { method: 'POST', body: '{}', signal: giveUp.signal })
    await until(() => endpoint.arrivals().length === 1 && holds.size === 1)
    giveUp.abort()
    await expect(attempt).rejects.toThrow()
    await until(() => holds.size === 0)
  })
})

describe('a path', () => {
  test('that nobody was given is not found, and one out of service is answered and not kept', async () => {
    const { receiver, endpoint, url } = await openedEndpoint()
    expect((await deliver(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404)
    expect(endpoint.path).toMatch(/^\/[0-9a-f]{32}$/)
    receiver.retire(endpoint)
    expect((await deliver(url)).status).toBe(200)
    expect(endpoint.arrivals()).toEqual([])
  })

  test('is found behind the path of a tunnel, and handed out under the public URL', async () => {
    const receiver = receiverOf({ publicUrl: 'https://tunnel.example/hooks/' })
    onTestFinished(() => receiver.close())
    const { endpoint, url } = await receiver.open(realTime())
    expect(url).toBe(`https://tunnel.example/hooks${endpoint.path}`)
  })
})

test('a receiver listens with a certificate of its own when it is set so', async () => {
  const { receiver, endpoint, url } = await openedEndpoint([], { tls: 'own' })
  expect(url).toMatch(/^https:/)
  const { request } = await import('node:https')
  const status = await new Promise<number | undefined>((resolve, reject) => {
    void receiver.certificate().then((ca) => {
      request(url, { method: 'POST', ca: ca ?? '' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end('{}')
    })
  })
  expect([status, endpoint.arrivals().length]).toEqual([200, 1])
})

test('a receiver closes at once, with connections that are still open', async () => {
  const { receiver, endpoint, url } = await openedEndpoint([{ kind: 'silence' }])
  const attempt = expect(deliver(url)).rejects.toThrow()
  await until(() => endpoint.arrivals().length === 1)
  await receiver.close()
  await attempt
  await expect(receiver.open(realTime())).rejects.toThrow('the run ended')
})

test('an address that is taken is named with its key', async () => {
  const { url } = await openedEndpoint()
  const second = receiverOf({ listen: new URL(url).host })
  onTestFinished(() => second.close())
  await expect(second.open(realTime())).rejects.toMatchObject({ key: 'webhooks.listen' })
})
