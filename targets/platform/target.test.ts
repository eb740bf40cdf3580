import { describe, expect, test } from 'vitest'
import { header } from '../../conformance/exchange.ts'
import type { Call } from '../../conformance/ports/platform.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { fake, json, rawFake } from '../transport/testing/fake-server.ts'
import { opened, shownOf } from './testing/fake.ts'

const STATUS: Call = { operation: 'status', method: 'GET', path: '/status/1', quoteId: '1' }
const SCENARIO = { id: 'room/name', exclusive: false }
const ok = { status: 'success', data: {} }

describe('a call', () => {
  test('carries both credentials and leaves redacted evidence', async () => {
    const { origin, api } = await fake((_, response) => json(response, 200, ok))
    const target = await opened(origin)
    const lease = await target.lease(SCENARIO)
    const exchange = await lease.ports.http.send({
      operation: 'submit',
      method: 'POST',
      path: '/submit',
      json: { a: 1 },
    })
    expect(api()[0]).toMatchObject({
      method: 'POST',
      url: '/api/submit',
      body: '{"a":1}',
      headers: {
        authorization: 'Bearer token-number-1',
        'x-integration-key': 'integration-key-1',
        'content-type': 'application/json',
      },
    })
    expect(exchange).toMatchObject({
      id: 'room/name#2',
      operation: 'submit',
      request: { method: 'POST', body: '{"a":1}', credentials: { token: 'own', key: 'primary' } },
      answer: { status: 200, body: { text: JSON.stringify(ok) } },
    })
    const shown = target.shown({ exchanges: [exchange], arrivals: [] }).exchanges[0]
    expect(shown?.request.headers).toContainEqual(['authorization', 'Bearer [redacted]'])
    expect(shown?.request.headers).toContainEqual(['x-integration-key', '[redacted]'])
    expect(lease.exchanges().map(({ id, operation }) => [id, operation])).toEqual([
      ['room/name#1', 'token'],
      ['room/name#2', 'submit'],
    ])
    expect(Buffer.from(lease.ports.http.bytes(exchange) ?? []).toString()).toBe(JSON.stringify(ok))
  })

  test('may leave out and replace headers', async () => {
    const { origin, api } = await fake((_, response) => json(response, 200, ok))
    const { ports } = await (await opened(origin)).lease(SCENARIO)
    await ports.http.send({
      ...STATUS,
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': null, Accept: 'a/b' },
    })
    expect(api()[0]?.headers).toMatchObject({ accept: 'a/b' })
    expect(api()[0]?.headers).not.toHaveProperty('content-type')
  })

  test('with a key of the target that no header can hold is not sent', async () => {
    const { origin, api } = await fake((_, response) => json(response, 200, ok))
    const { ports } = await (await opened(origin)).lease(SCENARIO)
    for (const text of ['a\r\nb', 'a\u0000', 'a\u2028']) {
      const credentials = { key: { text, as: 'made' } }
      await expect(ports.http.send({ ...STATUS, credentials })).rejects.toThrow(CannotTell)
    }
    expect(api()).toEqual([])
  })

  test('leaves no secret in any channel of an answer that repeats them all', async () => {
    const { origin } = await fake((seen, response) => {
      const all = [seen.headers.authorization, seen.headers['x-integration-key'], 'Client-Secret+/=1'].join(
        ' ',
      )
      response.setHeader('x-echo', all)
      json(response, 400, { error: { message: `${all} ${encodeURIComponent(all)} ${btoa(all)}` } })
    })
    const target = await opened(origin)
    const lease = await target.lease(SCENARIO)
    await lease.ports.http.send(STATUS)
    await lease.ports.http.send({ ...STATUS, credentials: { token: 'in-query', key: 'client-secret' } })
    await lease.ports.http.send({ ...STATUS, credentials: { token: 'tampered', key: 'tampered' } })
    await lease.ports.http.requestToken({ clientSecret: 'swapped-case', encoding: 'query' })
    const evidence = JSON.stringify(shownOf(target, lease))
    expect(evidence).not.toMatch(/token-number-1|token-num|ion-key-1|Client-Secret|cLIENT/)
    expect(evidence).toContain('[redacted]')
  })

  test('on a connection that broke before any answer is sent once more when it is a GET', async () => {
    const origin = await rawFake((socket, count) => {
      if (count === 1) socket.resetAndDestroy()
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    const lease = await (await opened(origin)).lease(SCENARIO)
    const exchange = await lease.ports.http.send({ ...STATUS, credentials: { token: 'none' } })
    expect(exchange.answer?.status).toBe(200)
    expect(lease.exchanges().map(({ failure, answer }) => failure?.kind ?? answer?.status)).toEqual([
      'reset',
      200,
    ])
  })

  test('that binds is never repeated', async () => {
    const origin = await rawFake((socket) => socket.resetAndDestroy())
    const lease = await (await opened(origin)).lease(SCENARIO)
    const exchange = await lease.ports.http.send({
      ...STATUS,
      operation: 'bind',
      method: 'PUT',
      json: {},
      credentials: { token: 'none' },
    })
    expect(exchange.failure?.kind).toBe('reset')
    expect(lease.exchanges()).toHaveLength(1)
  })

  test('that meets a rate limit waits and is sent again', async () => {
    let count = 0
    const { origin } = await fake((_, response) => {
      count += 1
      if (count < 3) response.writeHead(429, { 'retry-after': '0' }).end()
      else json(response, 200, ok)
    })
    const lease = await (await opened(origin)).lease(SCENARIO)
    const exchange = await lease.ports.http.send({ ...STATUS, credentials: { token: 'none' } })
    expect(exchange.answer?.status).toBe(200)
    expect(lease.exchanges().map(({ answer }) => answer?.status)).toEqual([429, 429, 200])
  })

  test('that alone is put off, whatever else is let in, is given up after ten attempts', async () => {
    const { origin, seen } = await fake((request, response) => {
      if (request.url.endsWith('/else')) json(response, 200, ok)
      else response.writeHead(429, { 'retry-after': '0' }).end()
    })
    const { http } = (await (await opened(origin)).lease(SCENARIO)).ports
    const credentials = { token: 'none' } as const
    const others = async () => {
      while (seen.filter(({ url }) => url.endsWith('/1')).length < 5)
        await http.send({ ...STATUS, operation: 'other', path: '/else', credentials })
    }
    const putOff = expect(http.send({ ...STATUS, credentials })).rejects.toThrow(
      'was put off 10 times, the last time by 429',
    )
    await Promise.all([others(), putOff])
    expect(seen.filter(({ url }) => url.endsWith('/1'))).toHaveLength(10)
  })

  test('that takes too long fails at the deadline of the profile', async () => {
    const { origin } = await fake(() => undefined)
    const { ports } = await (await opened(origin, { timing: { answer: '120ms' } })).lease(SCENARIO)
    const { failure } = await ports.http.send({ ...STATUS, credentials: { token: 'none' } })
    expect(failure?.kind).toBe('timeout')
  })
})

test('a PDF leaves a hash and its beginning instead of a text', async () => {
  const { origin } = await fake((_, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7\n'),
  )
  const { ports } = await (await opened(origin)).lease(SCENARIO)
  const { answer } = await ports.http.send(STATUS)
  expect(answer?.body).toEqual({
    size: 9,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    head: Buffer.from('%PDF-1.7\n').toString('base64'),
  })
  expect(answer && header(answer, 'Content-Type')).toBe('application/pdf')
})

describe('a target', () => {
  test('that is closed while an answer is awaited says nothing about itself', async () => {
    const { origin, seen } = await fake(() => undefined)
    const target = await opened(origin)
    const { ports } = await target.lease(SCENARIO)
    const sent = expect(ports.http.send({ ...STATUS, credentials: { token: 'none' } })).rejects.toThrow(
      'the run ended',
    )
    await expect.poll(() => seen.length).toBe(1)
    await target.close()
    await sent
  })

  test('is lost after many requests in a row without any answer, and is left alone then', async () => {
    let reached = 0
    const origin = await rawFake((socket) => {
      reached += 1
      socket.resetAndDestroy()
    })
    const target = await opened(origin, {}, { lostAfter: 3 })
    const { ports } = await target.lease(SCENARIO)
    const send = () =>
      ports.http.send({ ...STATUS, operation: 'bind', method: 'PUT', credentials: { token: 'none' } })
    await send()
    await send()
    expect(target.lost()).toBeUndefined()
    await send()
    expect(target.lost()).toMatch(/^3 requests in a row had no whole answer/)
    await expect(send()).rejects.toBeInstanceOf(CannotTell)
    expect(reached).toBe(3)
  })

  test('is not lost by requests on which a connection may be closed', async () => {
    const origin = await rawFake((socket) => void socket.resetAndDestroy())
    const target = await opened(origin, {}, { lostAfter: 2 })
    const { ports } = await target.lease(SCENARIO)
    for (let sent = 0; sent < 3; sent += 1)
      await ports.http.send({ ...STATUS, mayBeCut: true, credentials: { token: 'none' } })
    expect(target.lost()).toBeUndefined()
  })

  test('says which profile key is missing for a need', async () => {
    const target = await opened('http://127.0.0.1:1', { outcomes: { declined: {} } })
    expect(target.lacks({ outcome: 'failed' })).toEqual({
      why: 'no recipe for the outcome failed in the profile',
      key: 'outcomes.failed',
    })
    expect(target.lacks({ outcome: 'declined' })).toBeUndefined()
    expect(target.lacks({ outcome: 'ready_to_bind' })).toBeUndefined()
    expect(target.lacks({ operator: 'hold_rating' })?.key).toBe('operator.hold_rating')
    expect(target.lacks({ credential: 'inactive_client' })?.key).toBe('credentials.inactive_client')
    expect(target.lacks({ offers: 'https' })?.key).toBe('base_url')
    expect(target.lacks({ offers: 'description' })?.key).toBe('description')
    expect(target.lacks({ offers: 'webhooks' })?.key).toBe('operator.register_endpoint')
  })

  test('has facts with the submission of the suite, thirty days ahead', async () => {
    const target = await opened('http://127.0.0.1:1', {}, { now: () => Date.UTC(2026, 0, 1) })
    const { facts } = (await target.lease(SCENARIO)).ports
    expect(facts).toMatchObject({
      submissionFrom: 'suite',
      submission: { effective_date: '2026-01-31', naics: 541611 },
    })
    expect(JSON.stringify(facts)).not.toContain('Client-Secret')
  })

  test('gives numbers that follow from seed and scenario and never come twice', async () => {
    const numbers = async () => {
      const target = await opened('http://127.0.0.1:1')
      const leases = await Promise.all(['a', 'b'].map((id) => target.lease({ id, exclusive: false })))
      return leases.flatMap(({ ports }) => [ports.unique(), ports.unique()])
    }
    const first = await numbers()
    expect(await numbers()).toEqual(first)
    expect(new Set(first).size).toBe(4)
    expect(first.every((number) => /^\d{14}$/.test(String(number)))).toBe(true)
  })
})
