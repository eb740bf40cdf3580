import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fake, json, rawFake } from '../transport/testing/fake-server.ts'
import { inventoryOf } from './inventory.ts'
import { preflight } from './preflight.ts'
import { fakeProfile, opened } from './testing/fake.ts'

/** Waits long for an answer, since machines are busy; a target that never answers is given a short `answer`. */
const check = async (origin: string, more: object = {}) => {
  const checks = await preflight(
    await opened(origin, { timing: { answer: '15s' }, ...more }, { maxBodyBytes: 100_000 }),
  )
  return { checks, last: checks.at(-1) }
}

describe('a preflight', () => {
  test('of a platform that works finds nothing', async () => {
    const { origin } = await fake(({ url }, response) =>
      json(response, url.endsWith('/submit') ? 200 : 404, { status: 'approved' }),
    )
    const { checks } = await check(origin)
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['auth_url', true],
      ['token', true],
      ['base_url', true],
      ['credentials', true],
      ['submission', true],
    ])
  })

  test.each<[string, (response: ServerResponse) => void, object]>([
    [
      'nothing',
      (r) => r.writeHead(404).end('<h1>Not Found</h1>'),
      { name: 'base_url', ok: false, cause: 'profile' },
    ],
    ['a redirection', (r) => r.writeHead(308, { location: '/v2' }).end(), { name: 'base_url', ok: false }],
    [
      'a refusal',
      (r) => json(r, 400, { status: 'error', error: { message: 'naics is required' } }),
      {
        name: 'submission',
        ok: false,
        cause: 'profile',
        message: expect.stringContaining('naics is required'),
      },
    ],
    [
      'a decline',
      (r) => json(r, 400, { status: 'declined', error: { message: 'no' } }),
      { name: 'submission', ok: true },
    ],
    ['a breakdown', (r) => r.writeHead(500).end(), { name: 'submission', ok: true }],
  ])('of a quote API that has %s for the submission says which key is wrong', async (_, answer, expected) => {
    const { origin } = await fake(({ url }, response) =>
      url.endsWith('/submit') ? answer(response) : json(response, 404, { status: 'error' }),
    )
    expect((await check(origin)).last).toMatchObject(expected)
  })

  test('of a web page that is there for every address says so', async () => {
    const { origin } = await fake((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    )
    expect((await check(origin)).last).toMatchObject({ name: 'base_url', ok: false, cause: 'profile' })
  })

  test.each([{ environment: 'production' }, {}])('submits nothing where it may not: %j', async (more) => {
    const platform = await fake((_, response) => response.writeHead(404).end())
    const target = await opened(platform.origin, more)
    await preflight(target, { writes: 'environment' in more })
    expect(platform.api().map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test.each([
    ['nothing', (r: ServerResponse) => r.writeHead(404).end('no such page'), false],
    ['a page for all', (r: ServerResponse) => r.writeHead(200, { 'content-type': 'text/html' }).end(), false],
    [
      'a quote API',
      (r: ServerResponse, isKnown: boolean) => json(r, isKnown ? 404 : 401, { status: 'error' }),
      true,
    ],
  ])('tells in production whether there is %s at an address', async (_, answer, ok) => {
    const { origin } = await fake(({ headers }, response) =>
      answer(response, /token-number/.test(String(headers.authorization))),
    )
    const { checks } = await check(origin, { environment: 'production' })
    expect(checks.find(({ name }) => name === 'base_url')).toMatchObject({
      ok,
      ...(!ok && { cause: 'profile', message: expect.stringContaining('no sign of a quote API') }),
    })
    expect(checks.some((check) => check.name === 'credentials' && check.ok)).toBe(ok)
  })

  test.each<[string, (response: ServerResponse) => void, string, string, RegExp]>([
    [
      'refuses the client',
      (r) => json(r, 401, { error: 'invalid_client' }),
      'token',
      'credentials',
      /refused: POST .* was answered 401: \{"error":"invalid_client"\}$/,
    ],
    ['has nothing there', (r) => r.writeHead(404).end('no'), 'token', 'profile', /was answered 404: no$/],
    [
      'redirects',
      (r) => r.writeHead(302, { location: '/login' }).end(),
      'token',
      'profile',
      /answered 302, to \/login$/,
    ],
    [
      'answers HTML',
      (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>'),
      'token',
      'target',
      /a web page instead of a token: .*<html>/,
    ],
    ['breaks down', (r) => r.writeHead(500).end(), 'token', 'target', /answered 500/],
    ['sends without end', (r) => r.end(Buffer.alloc(1_000_000)), 'auth_url', 'target', /too-large/],
  ])('of a token endpoint that %s says so', async (_, answer, name, cause, message) => {
    const { origin } = await fake((_seen, response) => answer(response), { ownTokens: true })
    const { last } = await check(origin)
    expect(last).toMatchObject({ name, ok: false, cause, message: expect.stringMatching(message) })
  })

  test.each<[string, (response: ServerResponse) => void, string, RegExp, string]>([
    ['says nothing', () => undefined, 'network', /timeout: no answer within 200 ms/, '200ms'],
    // Long enough that its beginning arrives on a busy machine.
    ['dribbles', (r) => r.writeHead(200).write('{'), 'target', /timeout: no whole answer/, '2s'],
  ])('of a token endpoint that %s says so in time', async (_, answer, cause, message, limit) => {
    const { origin } = await fake((_seen, response) => answer(response), { ownTokens: true })
    const { last } = await check(origin, { timing: { answer: limit } })
    expect(last).toMatchObject({
      name: 'auth_url',
      ok: false,
      cause,
      message: expect.stringMatching(message),
    })
  })

  test('of a target that is down says so', async () => {
    expect((await check('http://127.0.0.1:1')).last).toMatchObject({ name: 'auth_url', cause: 'network' })
    const origin = await rawFake((socket) => socket.resetAndDestroy())
    expect((await check(origin)).last?.message).toContain('reset')
  })

  test.each([401, 403])('of a quote API that answers %i blames the credentials', async (status) => {
    const { origin } = await fake((_, response) => response.writeHead(status).end())
    expect((await check(origin)).last).toMatchObject({ name: 'credentials', ok: false, cause: 'credentials' })
  })

  test('of a quote API that refuses unknown quotes with 403 and takes submissions finds nothing', async () => {
    const { origin } = await fake(({ url }, response) =>
      json(response, url.endsWith('/submit') ? 200 : 403, {}),
    )
    expect((await check(origin)).checks).toContainEqual(
      expect.objectContaining({ name: 'credentials', ok: true }),
    )
  })

  test.each([
    [401, 200, {}],
    [403, 403, {}],
    [403, 200, { environment: 'production' }],
  ])(
    'of a quote API that answers %i, and %i to a submission, blames the credentials: %j',
    async (status, submit, more) => {
      const { origin } = await fake(({ url }, response) =>
        json(response, url.endsWith('/submit') ? submit : status, {}),
      )
      expect((await check(origin, more)).last).toMatchObject({ name: 'credentials', cause: 'credentials' })
    },
  )

  test('never shows a secret', async () => {
    const { origin } = await fake((seen, response) => json(response, 400, { error: seen.body }), {
      ownTokens: true,
    })
    expect((await check(origin)).last?.message).not.toContain('Client-Secret')
  })
})

test('an inventory says which value of an answer a recipe does not point at', () => {
  const items = inventoryOf(
    fakeProfile('http://h', {
      operator: {
        endpoint_status: { http: { url: 'http://h/e/{endpoint_id}' } },
        rotate_secret: { http: { url: 'http://h/r' }, returns: { signing_secret: '/s' } },
      },
    }),
  )
  const returned = items.filter(({ key }) => key.includes('.returns.'))
  expect(returned).toEqual([
    {
      key: 'operator.endpoint_status.returns.status',
      present: false,
      message: 'nothing says where the answer has it',
    },
  ])
})

test('an inventory lists every recipe and action as present or missing', () => {
  const items = inventoryOf(fakeProfile('http://h', { outcomes: { failed: {} } }))
  const of = (key: string) => items.find((item) => item.key === key)
  expect(of('outcomes.failed')).toMatchObject({ present: true })
  expect(of('operator.hold_rating')).toMatchObject({
    present: false,
    message: 'no operator action hold_rating in the profile',
  })
})
