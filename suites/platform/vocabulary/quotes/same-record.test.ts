import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { sameRecord } from './same-record.ts'

const spec = await loadSpec()

/** A status read that shows a record. */
function read(record: Readonly<Record<string, unknown>>): Exchange {
  const data = {
    quote_id: 'q',
    quote_status: 'ready_to_bind',
    policy_term: { retention: '$1.00' },
    ...record,
  }
  const text = JSON.stringify({ status: 'success', data })
  return {
    id: 'record#1',
    operation: 'status',
    quoteId: 'q',
    request: { method: 'GET', url: '/status/q', headers: [] },
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

const same = read({})

test.each<[string, Exchange[], Exchange[], string]>([
  ['the same record', [same, same], [read({})], 'passed'],
  ['another retention', [same, same], [read({ policy_term: { retention: '$2.00' } })], 'failed'],
  ['a part that is gone', [same, same], [read({ policy_term: undefined })], 'failed'],
  [
    'an optional limit that one of two servers shows',
    [same, same],
    [read({ coverage_details: { utility_fraud_limit: '$1.00' } })],
    'passed',
  ],
  [
    'another optional limit',
    [read({ coverage_details: { utility_fraud_limit: '$1.00' } })],
    [read({ coverage_details: { utility_fraud_limit: '$2.00' } })],
    'failed',
  ],
  ['a message that is new', [same, same], [read({ message: 'updated' })], 'failed'],
  [
    'a link that is signed anew each time',
    [read({ checkout_link: 'a' }), read({ checkout_link: 'b' })],
    [read({ checkout_link: 'c' })],
    'passed',
  ],
  [
    'a link that is signed anew now and then',
    [read({ checkout_link: 'a' })],
    [read({ checkout_link: 'b' })],
    'passed',
  ],
  [
    'an instant in another notation',
    [read({ created_at: '2026-03-01T10:00:00.000Z' })],
    [read({ created_at: '2026-03-01T10:00:00.000+00:00' })],
    'passed',
  ],
  [
    'another instant',
    [read({ created_at: '2026-03-01T10:00:00.000Z' })],
    [read({ created_at: '2026-03-01T10:00:00.001Z' })],
    'failed',
  ],
  [
    'a field in a stated part that nothing is stated of',
    [same, same],
    [read({ policy_term: { retention: '$1.00', seen: 3 } })],
    'passed',
  ],
  ['a field that nothing is stated of', [same, same], [read({ seen: 3 })], 'passed'],
  ['another state', [same, same], [read({ quote_status: 'bound', message: 'x' })], 'cannot-tell'],
])('%s after what had to change nothing', (_, before, after, kind) => {
  expect(sameRecord(before, after, spec).kind).toBe(kind)
})
