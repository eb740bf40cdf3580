import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { performance, QUOTE, sent, straight, trace } from '../testing/trace.ts'
import { conductClaims } from './conduct.ts'

const after = (state: string, ...more: readonly (readonly Exchange[])[]) =>
  trace(
    performance([sent('submit', { state: 'pending' }), sent('status', { at: 2000, state }), ...more.flat()]),
  )
const unpolled = () => ({
  ...trace(performance([sent('submit'), sent('bind', { at: 9 })])),
  journey: ['submit', 'bind'],
})
const BIND = 'client-bind-only-when-ready'
const UPDATE = 'client-update-only-where-it-applies'
const RETRY = 'client-does-not-retry-400'
const HEEDS = 'client-heeds-the-answer-to-an-update'

const answeredUpdate = (status: string) =>
  sent('update', { at: 2010, answer: JSON.stringify({ status: 'success', data: { id: QUOTE, status } }) })

testSessionClaims('conduct', await loadSpec(), conductClaims, [
  { requirement: 'client-heeds-the-answer-to-an-update', with: 'as it is', expected: 'cannot-tell' },
  {
    requirement: UPDATE,
    with: 'approved_rate',
    change: () => after('approved_rate', [sent('update', { at: 2010 })]),
    expected: 'passed',
  },
  {
    requirement: UPDATE,
    with: 'pending',
    change: () => after('pending', [sent('update', { at: 2010 })]),
    expected: 'failed',
  },
  {
    requirement: UPDATE,
    with: 'review',
    change: () => after('underwriter_review', [sent('update', { at: 2010 })]),
    expected: 'failed',
  },
  { requirement: UPDATE, with: 'no update', change: () => after('ready_to_bind'), expected: 'cannot-tell' },
  { requirement: BIND, with: 'a client that never polls', change: unpolled, expected: 'cannot-tell' },
  {
    requirement: BIND,
    with: 'approved_rate',
    change: () => after('approved_rate', [sent('bind', { at: 2010 })]),
    expected: 'failed',
  },
  {
    requirement: BIND,
    with: 'a bind at once',
    change: () => trace(performance([sent('submit', { state: 'pending' }), sent('bind', { at: 9 })])),
    expected: 'failed',
    finding: { observed: 'it was in pending' },
  },
  {
    requirement: BIND,
    with: 'a second bind after a 202',
    change: () => after('ready_to_bind', [sent('bind', { at: 2010 }), sent('bind', { at: 2020 })]),
    expected: 'failed',
  },
  {
    requirement: BIND,
    with: 'a bind again after a 503',
    change: () =>
      after('ready_to_bind', [sent('bind', { at: 2010, status: 503 }), sent('bind', { at: 3010 })]),
    expected: 'passed',
  },
  {
    requirement: BIND,
    with: 'a bind again after a lost connection',
    change: () =>
      after('ready_to_bind', [sent('bind', { at: 2010, status: 'lost' }), sent('bind', { at: 3010 })]),
    expected: 'passed',
  },
  {
    requirement: BIND,
    with: 'a bind right behind an update',
    change: () => after('ready_to_bind', [sent('update', { at: 2010 }), sent('bind', { at: 2020 })]),
    expected: 'passed',
  },
  {
    requirement: HEEDS,
    with: 'a bind right behind an update to pending',
    change: () => after('ready_to_bind', [answeredUpdate('pending'), sent('bind', { at: 2020 })]),
    expected: 'failed',
    finding: { observed: 'the update was answered with pending' },
  },
  {
    requirement: HEEDS,
    with: 'a read of the status before the bind',
    change: () =>
      after('ready_to_bind', [
        answeredUpdate('pending'),
        sent('status', { at: 4100, state: 'ready_to_bind' }),
        sent('bind', { at: 4120 }),
      ]),
    expected: 'passed',
  },
  {
    requirement: HEEDS,
    with: 'another word for the update',
    change: () => after('ready_to_bind', [answeredUpdate('queued'), sent('bind', { at: 2020 })]),
    expected: 'passed',
  },
  {
    requirement: HEEDS,
    with: 'no update',
    change: () => after('ready_to_bind', [sent('bind', { at: 2020 })]),
    expected: 'cannot-tell',
  },
  {
    requirement: 'client-uses-the-quote-id',
    with: 'capitals',
    change: ({ performances: [first] }) =>
      trace(
        performance([
          ...(first?.requests ?? []),
          sent('status', { at: 99_999, quoteId: '3F2A9C1E-0000-4000-8000-000000000001' }),
        ]),
      ),
    expected: 'passed',
  },
  {
    requirement: 'client-uses-the-quote-id',
    with: 'another id',
    change: () => trace(performance([...straight(), sent('status', { at: 99_999, quoteId: 'undefined' })])),
    expected: 'failed',
    finding: { observed: 'undefined' },
  },
  { requirement: RETRY, with: 'as it is', expected: 'cannot-tell' },
  {
    requirement: RETRY,
    with: 'a 400 that is the end',
    change: () => trace(performance([sent('submit', { status: 400 })])),
    expected: 'passed',
  },
  {
    requirement: RETRY,
    with: 'the same submission again',
    change: () =>
      trace(performance([sent('submit', { status: 400 }), sent('submit', { at: 9, state: 'pending' })])),
    expected: 'failed',
  },
  {
    requirement: RETRY,
    with: 'another submission',
    change: () =>
      trace(performance([sent('submit', { status: 400 }), sent('submit', { at: 9, body: { revenue: 2 } })])),
    expected: 'passed',
  },
  {
    requirement: RETRY,
    with: 'a policy again when the quote was issued',
    change: () =>
      after('bound', [
        sent('policy', { at: 2010, status: 400 }),
        sent('status', { at: 4000, state: 'issued' }),
        sent('policy', { at: 4010 }),
      ]),
    expected: 'passed',
  },
])
