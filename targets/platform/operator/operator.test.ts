import { describe, expect, test } from 'vitest'
import { valueAt } from '../../../conformance/json/pointer.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened, shownOf } from '../testing/fake.ts'
import { filled, filledText } from './template.ts'
import { urlValue } from './values.ts'

const SCENARIO = { id: 'a', exclusive: false }

async function operatorOf(origin: string, operator: object) {
  const target = await opened(origin, { operator })
  const lease = await target.lease(SCENARIO)
  return { target, lease, operator: lease.ports.operator }
}

/** Returns the error of an action that does not succeed. */
async function refusal(attempt: Promise<unknown>): Promise<CannotTell> {
  const error: unknown = await attempt.catch((reason: unknown) => reason)
  if (error instanceof CannotTell) return error
  throw new Error('the action succeeded', { cause: error })
}

describe('a template', () => {
  const given = { quote_id: 'a b/c', events: ['x', 'y'], milliseconds: 5 }
  test('that is a whole text keeps the type of its value', () => {
    expect(filled({ list: '{events}', deep: [{ n: '{milliseconds}' }], same: true }, given)).toEqual({
      list: ['x', 'y'],
      deep: [{ n: 5 }],
      same: true,
    })
  })
  test('inside a longer text becomes its text', () => {
    expect(filledText('in {milliseconds} ms: {events}', given)).toBe('in 5 ms: ["x","y"]')
  })
  test('in a URL is encoded', () => {
    expect(filledText('http://h/{quote_id}', given, urlValue)).toBe('http://h/a%20b%2Fc')
  })
  test('that nothing is given for is an error', () => {
    expect(() => filledText('{nothing}', given)).toThrow('{nothing} is nothing that it is given')
    expect(() => filledText('{toString}', given)).toThrow('{toString}')
  })
})

test.each([
  ['', { a: 1 }, { a: 1 }],
  ['/a/1/b~1c', { a: [0, { 'b/c': 2 }] }, 2],
  ['/a/b', { a: 'text' }, undefined],
  ['/__proto__', {}, undefined],
])('the pointer %j leads to its value', (pointer, value, expected) => {
  expect(valueAt(value, pointer)).toEqual(expected)
})

describe('an action over HTTP', () => {
  test('that is put off until a stated time is sent again then, twice at most', async () => {
    let left = 2
    const { origin, seen } = await fake((_, response) => {
      left -= 1
      if (left >= 0) response.writeHead(503, { 'retry-after': '0' }).end()
      else json(response, 200, {})
    })
    const { operator } = await operatorOf(origin, { hold_rating: { http: { url: `${origin}/hold` } } })
    await operator.perform('hold_rating')
    expect(seen).toHaveLength(3)
    left = 10
    await refusal(operator.perform('hold_rating'))
    expect(seen).toHaveLength(6)
  })

  test('sends its recipe, hands back what it returns and keeps its secrets', async () => {
    const { origin, seen } = await fake((_, response) =>
      json(response, 201, { id: 'e-1', inner: { secret: 'whsec-abcdef' } }),
    )
    const { target, lease, operator } = await operatorOf(origin, {
      register_endpoint: {
        http: {
          url: `${origin}/control/{url}`,
          headers: { 'X-Control-Key': 'control-key-1' },
          body: { url: '{url}', events: '{events}' },
        },
        returns: { endpoint_id: '/id', signing_secret: '/inner/secret' },
      },
    })
    const returned = await operator.perform('register_endpoint', {
      url: 'http://r/',
      events: ['quote.created'],
    })
    expect(returned).toEqual({ endpoint_id: 'e-1', signing_secret: 'whsec-abcdef' })
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/control/http%3A%2F%2Fr%2F',
      body: '{"url":"http://r/","events":["quote.created"]}',
      headers: { 'x-control-key': 'control-key-1', 'content-type': 'application/json' },
    })
    expect(lease.exchanges()).toHaveLength(1)
    expect(lease.exchanges()[0]).toMatchObject({ operation: 'operator', answer: { status: 201 } })
    expect(JSON.stringify(shownOf(target, lease))).not.toMatch(/whsec-abcdef|control-key-1/)
  })

  test('that the profile lacks names its key', async () => {
    const { operator } = await operatorOf('http://127.0.0.1:1', {})
    expect(operator.can('hold_rating')).toBe(false)
    expect(await refusal(operator.perform('hold_rating'))).toMatchObject({ key: 'operator.hold_rating' })
  })

  test.each([
    [
      'is turned down',
      404,
      { id: 1 },
      'operator.hold_rating',
      'was answered with status 404: {"id":1}; check its recipe',
    ],
    ['breaks down', 500, { id: 1 }, undefined, "was answered 500; check the operator's side"],
    ['answers something else', 200, {}, 'operator.hold_rating.returns.endpoint_id', 'has nothing at /id'],
  ])('that %s says where it lies', async (_, status, answer, key, message) => {
    const { origin } = await fake((_seen, response) => json(response, status, answer))
    const http = { url: `${origin}/x` }
    const { operator } = await operatorOf(origin, { hold_rating: { http, returns: { endpoint_id: '/id' } } })
    const error = await refusal(operator.perform('hold_rating'))
    expect(error.key).toBe(key)
    expect(error.message).toContain(message)
  })

  test('with a template for which there is nothing sends nothing', async () => {
    const { origin, seen } = await fake((_, response) => response.end())
    const { operator } = await operatorOf(origin, {
      review_approve: { http: { url: `${origin}/{quote_id}` } },
    })
    expect(await refusal(operator.perform('review_approve'))).toMatchObject({
      key: 'operator.review_approve',
    })
    expect(seen).toEqual([])
  })
})

describe('an action by command', () => {
  test('runs without a shell and hands back what it prints', async () => {
    const script = "console.log(JSON.stringify({ argument: process.argv[1], secret: 'printed-secret' }))"
    const { target, lease, operator } = await operatorOf('http://127.0.0.1:1', {
      rotate_secret: {
        command: [process.execPath, '-e', script, '{endpoint_id}; echo $HOME'],
        returns: { signing_secret: '/secret', argument: '/argument' },
      },
    })
    expect(await operator.perform('rotate_secret', { endpoint_id: 'e-1' })).toEqual({
      signing_secret: 'printed-secret',
      argument: 'e-1; echo $HOME',
    })
    expect(lease.exchanges()[0]).toMatchObject({
      operation: 'operator',
      request: { method: 'RUN' },
      answer: { status: 0 },
    })
    expect(JSON.stringify(shownOf(target, lease))).not.toContain('printed-secret')
  })

  test('shows no secret that it is given', async () => {
    const { target, lease, operator } = await operatorOf('http://127.0.0.1:1', {
      register_portal_account: { command: [process.execPath, '-e', '1', '{webhook_key}', '{password}'] },
    })
    await operator.perform('register_portal_account', {
      webhook_key: 'whk_4711-0815',
      password: 'Open-Sesame-1',
    })
    expect(JSON.stringify(shownOf(target, lease))).not.toMatch(/whk_4711-0815|Open-Sesame-1/)
  })

  test('that cannot be run or ends with an error does not succeed', async () => {
    const { operator } = await operatorOf('http://127.0.0.1:1', {
      hold_rating: { command: ['./no-such-program'] },
      hold_issue: { command: [process.execPath, '-e', 'process.exit(3)'] },
    })
    expect((await refusal(operator.perform('hold_rating'))).message).toContain('ENOENT')
    const error = await refusal(operator.perform('hold_issue'))
    expect(error.key).toBe(undefined)
    expect(error.message).toContain("check the operator's side (operator.hold_issue in the profile)")
  })

  test('gets nothing of the environment that no profile names', async () => {
    const print = 'console.log(JSON.stringify({ env: Object.keys(process.env) }))'
    const list_keys = { command: [process.execPath, '-e', print], returns: { keys: '/env' } }
    const { operator } = await operatorOf('http://127.0.0.1:1', { list_keys })
    expect(Object.keys(process.env)).not.toEqual([])
    expect(await operator.perform('list_keys')).toEqual({ keys: [] })
  })
})

describe('an action that is tried', () => {
  const exits = (code: number) => ({ command: [process.execPath, '-e', `process.exit(${code})`] })

  test.each([
    [409, 'refused'],
    [403, 'refused'],
    [200, 'done'],
  ])('over HTTP and answered %i is %s', async (status, kind) => {
    const { origin } = await fake((_, response) => json(response, status, {}))
    const { operator } = await operatorOf(origin, { create_key: { http: { url: `${origin}/keys` } } })
    expect(await operator.attempt('create_key')).toMatchObject({ kind, exchange: { answer: { status } } })
  })

  test('by a command that ends with 4 is refused, with 0 done, with anything else broken', async () => {
    const operator = { create_key: exits(4), list_keys: exits(0), rotate_key: exits(1) }
    const { operator: tried } = await operatorOf('http://127.0.0.1:1', operator)
    expect((await tried.attempt('create_key')).kind).toBe('refused')
    expect((await tried.attempt('list_keys')).kind).toBe('done')
    expect((await refusal(tried.attempt('rotate_key'))).message).toContain('operator.rotate_key')
  })

  test('and breaks down is no answer', async () => {
    const { origin } = await fake((_, response) => json(response, 500, {}))
    const { operator } = await operatorOf(origin, { create_key: { http: { url: `${origin}/keys` } } })
    expect((await refusal(operator.attempt('create_key'))).message).toContain('operator.create_key')
    expect(await refusal(operator.attempt('list_keys'))).toMatchObject({ key: 'operator.list_keys' })
  })
})

describe('a value of a target in a recipe', () => {
  test('says why nothing was run, and with which key', async () => {
    const { operator, lease } = await operatorOf('http://127.0.0.1:1', {
      review_approve: { command: ['sh', '-c', './op.sh {quote_id}'] },
    })
    const error = await refusal(
      operator.perform('review_approve', { quote_id: '0b7f8a52-7d2c-4f3a-9d3e-1f2a3b4c5d6e' }),
    )
    expect(error).toMatchObject({ key: 'operator.review_approve' })
    expect(error.message).toContain('use "$1"')
    expect(lease.exchanges()).toEqual([])
  })
})

test.each([
  ['a step upwards', '..'],
  ['control characters', 'a\r\nx-evil: 1'],
  ['a megabyte', 'x'.repeat(1_000_000)],
])('%s goes into no address and no header', async (_, quote_id) => {
  const { origin, seen } = await fake((_, response) => response.end())
  const { operator } = await operatorOf(origin, {
    review_approve: { http: { url: `${origin}/q/{quote_id}` } },
    review_decline: { http: { url: `${origin}/q`, headers: { 'x-id': 'of {quote_id}' } } },
  })
  expect(await refusal(operator.perform('review_approve', { quote_id }))).toBeInstanceOf(CannotTell)
  if (quote_id !== '..')
    expect(await refusal(operator.perform('review_decline', { quote_id }))).toBeInstanceOf(CannotTell)
  expect(seen).toEqual([])
})
