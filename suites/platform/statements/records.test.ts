import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { recordClaims } from './records.ts'

const spec = await loadSpec()

/** A submission with an amount, answered with a rated record that shows the given aggregate limit. */
function submitted(amount: unknown, shown: string): Exchange {
  const record = { quote_id: 'q', quote_status: 'ready_to_bind', policy_term: { agg_limit: shown } }
  const text = JSON.stringify({ status: 'approved', data: record })
  return {
    id: 'submit#1',
    operation: 'submit',
    request: { method: 'POST', url: '/submit', headers: [], body: JSON.stringify({ agg_limit: amount }) },
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

function verdictOn(amount: unknown, shown: string): string | undefined {
  const claim = recordClaims(spec).find(({ requirement }) => requirement === 'record-policy-term-agg-limit')
  return claim?.judge({ spec, exchanges: [submitted(amount, shown)] })?.kind
}

test.each([
  ['-1000000', '$-1,000,000.00'],
  [-1000000, '-$1,000,000.00'],
  ['-$1,000,000', '($1,000,000.00)'],
])('an amount below zero that was submitted as %j may be written %s', (amount, shown) => {
  expect(verdictOn(amount, shown)).toBeUndefined()
})

test.each([
  ['1000000', '$-1,000,000.00'],
  [1000000, '-$1,000,000.00'],
  [1000000, '$1,000,000'],
  [-1000000, '$1000000.00'],
])('an amount that was submitted as %j may not be written %s', (amount, shown) => {
  expect(verdictOn(amount, shown)).toBe('failed')
})

test('an amount in the stated form is right', () => {
  expect(verdictOn(1000000, '$1,000,000.00')).toBe('passed')
})

test.each([
  [[], 'failed'],
  ['none', 'failed'],
  [{}, undefined],
  [null, undefined],
])('details %j of a quote without a rate', (details, expected) => {
  const text = JSON.stringify({ status: 'approved', data: { quote_status: 'pending', policy_term: details } })
  const pending = {
    ...submitted(1, ''),
    answer: { status: 200, headers: [], body: { size: 1, sha256: '', text } },
  }
  const claim = recordClaims(spec).find(({ requirement }) => requirement === 'record-policy-term-agg-limit')
  expect(claim?.judge({ spec, exchanges: [pending] })?.kind).toBe(expected)
})
