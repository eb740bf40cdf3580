import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { isAuthorized } from './owners.ts'

const QUOTE = '5e7c0ff3-0000-4d1a-9c3b-000000000001'

/** A token that a scenario keeps. */
const HELD = 'held 0'

/** A successful request with these credentials. */
function sent(operation: 'submit' | 'status', token: string, key: string, quoteId = QUOTE): Exchange {
  const text = JSON.stringify({ status: 'approved', data: { quote_id: quoteId, quote_status: 'pending' } })
  return {
    id: `owners#${operation}-${token}-${key}`,
    operation,
    ...(operation === 'status' && { quoteId }),
    request: {
      method: 'GET',
      url: '/',
      headers: [],
      credentials: { token, key, ...(token === HELD && { held: true }) },
    },
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

const made = sent('submit', 'own', 'primary')

test.each([
  ['own', 'primary', true],
  ['own', 'secondary', true],
  [HELD, 'primary', true],
  ['own', 'other-partner', false],
  ['own', 'wrong', false],
  ['none', 'primary', false],
  ['expired', 'primary', false],
  ['other-partner', 'other-partner', false],
])('a read of an own quote with the token %s and the key %s: %s', (token, key, expected) => {
  const read = sent('status', token, key)
  expect(isAuthorized(read, { exchanges: [made, read] })).toBe(expected)
})

test('another partner is let in to its own quotes, and to those that nobody is known to have', () => {
  const other = sent('submit', 'other-partner', 'other-partner', QUOTE.replace('5e', '6e'))
  const read = sent('status', 'other-partner', 'other-partner', QUOTE.replace('5e', '6E'))
  const unknown = sent('status', 'other-partner', 'other-partner', QUOTE.replace('5e', '7e'))
  expect(isAuthorized(read, { exchanges: [made, other, read] })).toBe(true)
  expect(isAuthorized(unknown, { exchanges: [made, other, unknown] })).toBe(true)
  expect(
    isAuthorized(sent('status', 'own', 'primary', QUOTE.replace('5e', '6e')), { exchanges: [made, other] }),
  ).toBe(false)
})

test('a quote of an account that the run opened is not the own one, whoever asks for it', () => {
  const opened = sent('submit', HELD, 'made 1')
  expect(isAuthorized(sent('status', HELD, 'primary'), { exchanges: [opened] })).toBe(false)
})

test('where requests are missing, a quote that nobody is known to have may be the quote of anybody', () => {
  const read = sent('status', 'own', 'primary')
  const refused = { ...read, answer: { status: 404, headers: [], body: { size: 0, sha256: '', text: '' } } }
  expect(isAuthorized(refused, { exchanges: [refused] })).toBe(true)
  expect(isAuthorized(refused, { exchanges: [refused], whole: [] })).toBe(false)
  expect(isAuthorized(refused, { exchanges: [read, refused], whole: [] })).toBe(true)
})
