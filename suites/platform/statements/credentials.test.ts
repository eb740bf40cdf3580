import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { ISSUED, story } from '../ledger/testing.ts'
import { spec } from '../vocabulary/events/testing.ts'
import { validCredentialClaims } from './credentials.ts'

/** The verdict on a story whose last request is sent with these credentials, and whatever else is changed in it and in the ledger. */
function verdictOn(
  steps: readonly string[],
  credentials: object,
  more: Partial<Exchange> = {},
  ledger: Partial<Ledger> = {},
) {
  const facts = story(...steps)
  const headers = [['authorization', 'Bearer t']] as const
  const sent = facts.exchanges.map((one, place): Exchange => {
    const isLast = place === facts.exchanges.length - 1
    const own = { token: 'own', key: 'primary', ...(isLast && credentials) }
    return { ...one, request: { ...one.request, headers, credentials: own }, ...(isLast && more) }
  })
  const claim = validCredentialClaims(spec).find(({ requirement }) => requirement === 'primary-key-works')
  return claim?.judge({ ...facts, ...ledger, exchanges: sent })?.kind
}

const REFUSED = [...ISSUED, 'bind 401']

test.each<[string, readonly string[], object, string | undefined]>([
  ['valid credentials that are taken', ISSUED, {}, 'passed'],
  ['valid credentials that are refused', REFUSED, {}, 'failed'],
  ['a wrong key', REFUSED, { key: 'wrong' }, 'passed'],
  ['a token that is held', REFUSED, { token: 'held 1', held: true }, 'passed'],
  ['the credentials of another partner', REFUSED, { token: 'other-partner', key: 'other-partner' }, 'passed'],
])('with %s', (_, steps, credentials, expected) => {
  expect(verdictOn(steps, credentials)).toBe(expected)
})

test('a refusal says nothing where a clock moved meanwhile', () => {
  const move = { operation: 'operator', action: { name: 'advance_clock' }, startedAt: 0 } as const
  expect(verdictOn([...REFUSED, 'shows issued'], {}, { ...move, elapsedMs: 1e15 })).not.toBe('failed')
  expect(verdictOn([...REFUSED, 'shows issued'], {}, { ...move, elapsedMs: 0 })).toBe('failed')
})

test('a refusal says nothing in a recording, whose tokens may have expired', () => {
  expect(verdictOn(REFUSED, {}, {}, { whole: ['requests'] })).toBeUndefined()
})
