import { expect, test } from 'vitest'
import { outcomes, written } from './judged.ts'
import { type HarEntry, harOf } from './session.ts'

const BASE = 'https://quotes.example/api'
const QUOTE = '3f2a9c1e-0000-4000-8000-000000000001'
const BEGAN = Date.parse('2026-06-01T10:00:00Z')

interface Given {
  readonly status?: number
  readonly key?: 'left out'
  readonly token?: 'left out'
  readonly time?: number
  readonly json?: unknown
}

const headersOf = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([name, value]) => ({ name, value }))

function entry(method: string, path: string, at: number, given: Given = {}): HarEntry {
  const { status = 200, json = {}, time = 40 } = given
  return {
    startedDateTime: new Date(BEGAN + at).toISOString(),
    time,
    request: {
      method,
      url: `${BASE}${path}`,
      headers: headersOf({
        ...(given.token === undefined && { authorization: 'Bearer token-of-the-client' }),
        ...(given.key === undefined && { 'x-integration-key': 'key-of-the-client' }),
      }),
      ...(method === 'POST' && { postData: { mimeType: 'application/json', text: '{}' } }),
    },
    response: {
      status,
      headers: headersOf({ 'content-type': 'application/json' }),
      content: { mimeType: 'application/json', text: JSON.stringify(json) },
    },
  }
}

const shown = (state: string) => ({ status: 'success', data: { quote_id: QUOTE, quote_status: state } })
const submit = (given: Given = {}) => entry('POST', '/submit', 0, { json: shown('pending'), ...given })
const poll = (at: number, given: Given = {}) =>
  entry('GET', `/status/${QUOTE}`, at, { json: shown('pending'), ...given })

function grant(fields: string): HarEntry {
  const one = entry('POST', '', -500, { key: 'left out', token: 'left out' })
  return {
    ...one,
    request: {
      ...one.request,
      url: 'https://quotes.example/oauth/token',
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        text: `client_id=m2m&${fields}&grant_type=client_credentials&scope=quote`,
      },
    },
    response: {
      ...one.response,
      content: { text: JSON.stringify({ access_token: 'a-token-of-the-client', expires_in: 3600 }) },
    },
  }
}

const breaches = async (...entries: readonly HarEntry[]): Promise<readonly string[]> => {
  const seen = await outcomes([written(harOf(entries))])
  return [...seen].flatMap(([id, verdict]) =>
    id.startsWith('client-') && (verdict === 'failed' || verdict === 'warned') ? [id] : [],
  )
}

const LEFT_OUT = { key: 'left out' } as const

test('a file without one of the credentials says nothing about that one', async () => {
  const conflict = entry('GET', `/document/quote-proposal/stream/${QUOTE}`, 3000, {
    ...{ status: 409, json: 'later' },
    ...LEFT_OUT,
  })
  const expired = poll(5000, { status: 401, ...LEFT_OUT })
  expect(await breaches(submit(LEFT_OUT), poll(2500, LEFT_OUT), conflict, expired)).toEqual([])
})

test('a request is refused for other reasons than its credentials', async () => {
  expect(await breaches(submit(), poll(2500, { status: 404, ...LEFT_OUT }))).toEqual([])
})

test('a client that leaves out a credential, and is refused for it, is found', async () => {
  expect(await breaches(submit(), poll(2500, { status: 401, ...LEFT_OUT }))).toEqual([
    'client-sends-the-integration-key',
  ])
  expect(await breaches(submit(), poll(2500, { status: 401, token: 'left out' }))).toEqual([
    'client-sends-the-token',
  ])
})

test('a field of a form that is blank behind a granted token was blanked by the recorder', async () => {
  const course = [submit(), poll(2500)]
  expect(await breaches(grant('client_secret='), ...course)).toEqual([])
  expect(await breaches(grant('other=1'), ...course)).toEqual(['client-token-request-has-its-fields'])
})

test('a request that a browser gave up does not hide how fast a client polls', async () => {
  const polls = Array.from({ length: 8 }, (_, place) => poll(2000 + 500 * place))
  const givenUp = entry('GET', `/document/quote-preview/stream/${QUOTE}`, 1000, { status: 0, time: 0 })
  expect(await breaches(submit(), givenUp, ...polls)).toEqual(['client-polls-no-faster-than-2-seconds'])
})
