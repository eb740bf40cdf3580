import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { testClaims } from '../../../../testing/claim-table.ts'
import { done, lacking, looked, refused } from '../../office/testing.ts'
import { delivered, iso, spec } from '../testing.ts'
import { calledFailed } from './failed-for-good.ts'
import { deliveryLog } from './scenario.ts'

const came = (id: string, at: number, status: number): Arrival => ({
  ...delivered({ id, at }),
  answered: { kind: 'answer', status },
})

const arrivals = [
  came('e-1', 1000, 500),
  came('e-1', 2000, 503),
  came('e-1', 4000, 200),
  came('e-2', 4100, 200),
]

interface Attempt {
  readonly at?: unknown
  readonly status?: unknown
}

const entry = (event_id: string, attempts: readonly Attempt[], status = 'delivered') => ({
  event_id,
  status,
  attempts,
})
const FIRST: readonly Attempt[] = [
  { at: iso(1000), status: 500 },
  { at: iso(2000), status: 503 },
  { at: iso(4000), status: 200 },
]
const SECOND = entry('e-2', [{ at: iso(4100), status: 200 }])
const log = (attempts: readonly Attempt[]) => looked('delivery_log', [entry('e-1', attempts), SECOND])

const right = {
  arrivals,
  log: log(FIRST),
  deleted: done('delete_endpoint'),
  afterwards: { step: refused('delivery_log') },
  secrets: [{ mark: 0, shownIn: ['made#1'] }],
}
const with_ = (some: Partial<Record<keyof typeof right, unknown>>) => () => ({ ...right, ...some })
const each = (change: (attempt: Attempt) => Attempt) => with_({ log: log(FIRST.map(change)) })

testClaims(deliveryLog, {
  spec,
  trace: right,
  rows: [
    { requirement: 'delivery-log-has-every-attempt', with: 'as it is', expected: 'passed' },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'one attempt missing',
      change: with_({ log: log(FIRST.slice(1)) }),
      expected: 'failed',
      finding: { expected: '3 attempts to deliver e-1' },
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'one more that never arrived',
      change: with_({ log: log([...FIRST, { at: iso(3000), status: null }]) }),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'nobody who shows it',
      change: with_({ log: { step: lacking('delivery_log') } }),
      expected: 'cannot-tell',
    },
    { requirement: 'delivery-log-times', with: 'as it is', expected: 'passed' },
    {
      requirement: 'delivery-log-times',
      with: 'the newest first, in milliseconds',
      change: with_({
        log: log(FIRST.toReversed().map(({ at, status }) => ({ at: Date.parse(String(at)), status }))),
      }),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'the first time for all',
      change: each((one) => ({ ...one, at: iso(1000) })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'no times',
      change: each(({ status }) => ({ status })),
      expected: 'failed',
      finding: { observed: 'no time' },
    },
    { requirement: 'delivery-log-results', with: 'as it is', expected: 'passed' },
    {
      requirement: 'delivery-log-results',
      with: 'words that tell one from the other',
      change: each(({ at, status }) => ({ at, status: status === 200 ? 'ok' : 'failed' })),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'one word for all',
      change: each(({ at }) => ({ at, status: 'sent' })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'another code',
      change: each(({ at }) => ({ at, status: 200 })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'no result',
      change: each(({ at }) => ({ at })),
      expected: 'failed',
    },
    { requirement: 'deleted-endpoint-loses-its-history', with: 'as it is', expected: 'passed' },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'an empty log',
      change: with_({ afterwards: looked('delivery_log', []) }),
      expected: 'passed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'the log that it had',
      change: with_({ afterwards: log(FIRST) }),
      expected: 'failed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'a log that never had anything',
      change: with_({ log: looked('delivery_log', []) }),
      expected: 'cannot-tell',
    },
    { requirement: 'signing-secret-is-shown-once', with: 'as it is', expected: 'passed' },
    {
      requirement: 'signing-secret-is-shown-once',
      with: 'a log that shows it',
      change: with_({ secrets: [{ mark: 0, shownIn: ['made#1', 'log#1'] }] }),
      expected: 'failed',
    },
  ],
})

describe('a delivery that is given up', () => {
  const ten = Array.from({ length: 10 }, (_, place) => came('e-1', place * 1000, 500))
  const attempts = ten.map((_, place) => ({ at: iso(place * 1000), status: 500 }))
  test.each([
    ['failed', 'passed'],
    ['permanently failed', 'passed'],
    ['undelivered', 'passed'],
    ['parked', 'observed'],
    ['pending', 'failed'],
    ['delivered', 'failed'],
  ])('and is called %s: %s', (word, kind) => {
    const shown = looked('delivery_log', [entry('e-1', attempts, word)])
    expect(calledFailed({ arrivals: ten, log: shown }, 10).kind).toBe(kind)
  })

  test('is not judged before its last attempt', () => {
    expect(calledFailed({ arrivals: ten.slice(1), log: looked('delivery_log', []) }, 10).kind).toBe(
      'cannot-tell',
    )
  })
})
