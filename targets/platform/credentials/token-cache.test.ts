import { describe, expect, test } from 'vitest'
import type { Call, TokenChoice, TokenRequest } from '../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { canariesOf } from '../../evidence/canaries.ts'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened } from '../testing/fake.ts'
import { prolonged, prolongedToken, tampered, tamperedAtEnd, unsigned } from './altered.ts'
import { TokenCache } from './token-cache.ts'

const CANARIES = canariesOf(1)
const STATUS: Call = { operation: 'status', method: 'GET', path: '/status/1' }
const SCENARIO = { id: 'a', exclusive: false }

describe('a cached token', () => {
  const exchange = { request: { method: 'POST', url: 'http://h' }, answer: { status: 500 } } as never

  test.each([
    [3600, 3_569_999, 3_570_001],
    [10, 8999, 9001],
  ])('of %i s is used until shortly before it expires', async (seconds, before, after) => {
    let now = 0
    let issued = 0
    const cache = new TokenCache(() => now)
    const get = () =>
      cache.get('own', async () => {
        issued += 1
        return { exchange, issued: { token: `t${issued}`, lifetimeMs: seconds * 1000 } }
      })
    expect(await get()).toBe('t1')
    now = before
    expect(await get()).toBe('t1')
    now = after
    expect(await get()).toBe('t2')
  })

  test('is obtained once for all who wait, over all scenarios', async () => {
    const { origin, tokens } = await fake((_, response) => json(response, 200, {}))
    const target = await opened(origin)
    const leases = await Promise.all(['a', 'b', 'c'].map((id) => target.lease({ id, exclusive: false })))
    await Promise.all(leases.map(({ ports }) => ports.http.send(STATUS)))
    expect(tokens()).toHaveLength(1)
  })

  test('is dropped after a 401, which is not retried', async () => {
    const { origin, api } = await fake((_, response) => response.writeHead(401).end())
    const { ports } = await (await opened(origin)).lease(SCENARIO)
    expect((await ports.http.send(STATUS)).answer?.status).toBe(401)
    await ports.http.send(STATUS)
    expect(api().map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-number-1',
      'Bearer token-number-3',
    ])
  })

  test('that cannot be had makes a call undecidable', async () => {
    const { origin } = await fake((_, response) => json(response, 500, {}), { ownTokens: true })
    const { ports } = await (await opened(origin)).lease(SCENARIO)
    await expect(ports.http.send(STATUS)).rejects.toThrow(
      /^no access token could be obtained: POST .* was answered 500$/,
    )
  })

  test.each([
    ['a number', { access_token: 7 }],
    ['nothing', { access_token: '' }],
    ['a line break', { access_token: 'a\nb' }],
    ['a list', []],
  ])('is not made of %s', async (_, answer) => {
    const { origin } = await fake((_, response) => json(response, 200, answer), { ownTokens: true })
    const { ports } = await (await opened(origin)).lease(SCENARIO)
    expect(await ports.http.holdToken()).not.toHaveProperty('token')
  })
})

test('held tokens outlive the cached one', async () => {
  const { origin, api } = await fake((_, response) => json(response, 200, {}))
  const { ports } = await (await opened(origin)).lease(SCENARIO)
  const { token } = await ports.http.holdToken()
  await ports.http.send(STATUS)
  if (token) await ports.http.send({ ...STATUS, credentials: { token } })
  expect(api().map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-number-2',
    'Bearer token-number-1',
  ])
})

test.each<[TokenChoice, string | undefined]>([
  ['none', undefined],
  ['empty', 'Bearer'],
  ['garbled', `Bearer ${CANARIES.accessToken}`],
  ['tampered', 'Bearer token-nzmber-1'],
  ['tampered-at-end', 'Bearer token-number-V'],
  ['truncated', 'Bearer token-n'],
  ['prolonged', 'Bearer token-number-1abab'],
  ['unsigned', `Bearer ${CANARIES.accessToken}`],
  ['basic-scheme', 'Basic token-number-1'],
  ['no-scheme', 'token-number-1'],
  ['in-query', undefined],
  ['integration-key', 'Bearer integration-key-1'],
])('the choice %s of a token is sent as %s', async (token, expected) => {
  const { origin, api } = await fake((_, response) => json(response, 200, {}))
  const { ports } = await (await opened(origin)).lease(SCENARIO)
  const { request } = await ports.http.send({ ...STATUS, credentials: { token } })
  expect(api()[0]?.headers.authorization).toBe(expected)
  expect(api()[0]?.url.includes('access_token=token-number-1')).toBe(token === 'in-query')
  expect(request.credentials?.token).toBe(token)
})

test.each([
  ['none', undefined],
  ['empty', ''],
  ['wrong', CANARIES.integrationKey],
  ['tampered-at-end', 'integration-key-V'],
  ['truncated', 'integrat'],
  ['prolonged', 'integration-key-1abab'],
  ['secondary', 'key-2'],
  ['client-secret', 'Client-Secret+/=1'],
] as const)('the choice %s of a key is sent as %s', async (key, expected) => {
  const { origin, api } = await fake((_, response) => json(response, 200, {}))
  const credentials = {
    client_id: 'a',
    client_secret: 'Client-Secret+/=1',
    integration_key: 'integration-key-1',
    secondary_integration_key: 'key-2',
  }
  const { ports } = await (await opened(origin, { credentials })).lease(SCENARIO)
  await ports.http.send({ ...STATUS, credentials: { key } })
  expect(api()[0]?.headers['x-integration-key']).toBe(expected)
})

test.each<[TokenRequest, string]>([
  [{}, 'client_id=m2m-7-a&client_secret=Client-Secret%2B%2F%3D1&grant_type=client_credentials&scope=quote'],
  [
    { clientSecret: 'wrong', scope: null },
    `client_id=m2m-7-a&client_secret=${encodeURIComponent(CANARIES.clientSecret)}&grant_type=client_credentials`,
  ],
  [{ clientId: null, clientSecret: null, grantType: 'password' }, 'grant_type=password&scope=quote'],
  [
    { clientSecret: 'truncated', clientId: 'unknown' },
    'client_id=m2m-unknown-00000000-0000-4000-8000-000000000000&client_secret=Client-S&grant_type=client_credentials&scope=quote',
  ],
])('a token request of %j sends its fields', async (request, form) => {
  const { origin, tokens } = await fake((_, response) => response.end())
  const target = await opened(origin)
  const { ports } = await target.lease(SCENARIO)
  const exchange = await ports.http.requestToken(request)
  expect(tokens()[0]).toMatchObject({
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(exchange.request.body).toBe(form)
  const [shown] = target.shown({ exchanges: [exchange], arrivals: [] }).exchanges
  expect(shown?.request.body).toBe(form.replace(/(client_secret=)[^&]+/, '$1[redacted]'))
})

test.each<[TokenRequest, string]>([
  [{ clientId: 'inactive' }, 'credentials.inactive_client'],
  [{ clientId: 'other-partner' }, 'credentials.other_partner'],
])('a token request of %j needs the profile key %s', async (request, key) => {
  const { ports } = await (await opened('http://127.0.0.1:1')).lease(SCENARIO)
  const attempt = async () => ports.http.requestToken(request)
  await expect(attempt()).rejects.toEqual(expect.objectContaining({ key }))
  await expect(attempt()).rejects.toBeInstanceOf(CannotTell)
})

describe('altered secrets', () => {
  test('differ in one character that means something', () => {
    for (const token of ['ab.cd', 'a', '...', 'aaaa.bbbb.cccc', '0123456789abcdef']) {
      expect(tampered(token)).not.toBe(token)
    }
    expect(tampered('aaaa.bbbb.cccc')).toBe('aaaa.bbgb.cccc')
  })

  test('that end otherwise differ in bits that every decoder reads', () => {
    const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex')
    for (const size of [30, 31, 32]) {
      const secret = Buffer.alloc(size, 0xa5).toString('base64')
      for (const altered of [tamperedAtEnd(secret), prolongedToken(secret)])
        expect(bytes(altered)).not.toBe(bytes(secret))
    }
    expect([tamperedAtEnd('a b!'), tamperedAtEnd('ab=='), prolongedToken('ab=='), prolonged('ab==')]).toEqual(
      ['a bx', 'a7==', 'ababab==', 'ab==abab'],
    )
  })

  test('of a JWT keep its claims and lose its signature', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: 'RS256', kid: '1' })}.${part({ sub: 'x' })}.signature`
    expect(unsigned(token)).toBe(`${part({ alg: 'none', kid: '1' })}.${part({ sub: 'x' })}.`)
    expect(unsigned('opaque')).toBeUndefined()
    expect(unsigned('a.b.c')).toBeUndefined()
  })
})
