import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { issueStatements } from './issues.ts'

const judged = (requirement: string, facts: Facts<Spec>) =>
  issueStatements.find((claim) => claim.requirement === requirement)?.judge(facts)?.kind

const UPDATED = [...RATED, 'update', 'wait', 'shows ready_to_bind']

test.each<[string, readonly string[], string | undefined]>([
  ['is issued', ISSUED, 'passed'],
  ['may still be under way', [...RATED, 'bind', 'shows bound'], undefined],
  ['stays bound', [...RATED, 'bind', 'wait', 'shows bound'], 'failed'],
  ['has no effect', [...RATED, 'bind', 'wait', 'shows ready_to_bind'], 'failed'],
  ['ends with a read that breaks', [...RATED, 'bind', 'wait', 'status 500'], undefined],
  ['is refused', [...RATED, 'bind 409', 'wait', 'shows ready_to_bind'], undefined],
  ['is not allowed', ['submit', 'shows failed', 'bind', 'wait', 'shows failed'], undefined],
  [
    'comes right after an update',
    [...RATED, 'update', 'shows ready_to_bind', 'bind', 'wait', 'shows ready_to_bind'],
    undefined,
  ],
  ['comes long after an update', [...UPDATED, 'bind', 'wait', 'shows ready_to_bind'], 'failed'],
  [
    'comes while the re-rating of an update is held',
    [
      ...[...RATED, 'hold rating', 'update', 'wait', 'shows ready_to_bind'],
      ...['bind', 'release rating', 'wait', 'shows ready_to_bind'],
    ],
    undefined,
  ],
  ['is overtaken by an update', [...RATED, 'bind', 'update', 'wait', 'shows ready_to_bind'], undefined],
  [
    'was seen before an update',
    [...RATED, 'bind', 'shows bound', 'update', 'wait', 'shows ready_to_bind'],
    'failed',
  ],
  ['waits for a release', ['hold issue', ...RATED, 'bind', 'wait', 'shows bound'], undefined],
  [
    'waits after a release',
    ['hold issue', ...RATED, 'bind', 'release issue', 'wait', 'shows bound'],
    'failed',
  ],
  ['leads elsewhere at once', [...RATED, 'bind', 'shows failed at once'], 'failed'],
  ['leads back to rating', [...RATED, 'bind', 'shows pending'], 'failed'],
  ['leads back to rating, if no read lags', [...RATED, 'bind', 'shows pending at once'], undefined],
  ['is only late in a read', [...RATED, 'bind', 'shows ready_to_bind at once'], undefined],
  [
    'meets the result of an update',
    [...RATED, 'update', 'shows ready_to_bind', 'bind', 'shows pending'],
    undefined,
  ],
  ['meets a review', [...RATED, 'bind', 'decline', 'wait', 'shows declined'], undefined],
])('a bind that %s', (_, steps, expected) => {
  expect(judged('transition-bound-to-issued', story(...steps))).toBe(expected)
})

test('a bind whose answer broke off counts once a read shows it', () => {
  const brokenOff = (...steps: readonly string[]) => {
    const facts = story(...RATED, 'bind', ...steps)
    const exchanges = facts.exchanges.map(({ answer, ...one }): Exchange => {
      if (one.operation === 'bind') return { ...one, failure: { kind: 'reset', message: 'reset' } }
      return { ...one, ...(answer && { answer }) }
    })
    return judged('transition-bound-to-issued', { ...facts, exchanges })
  }
  expect(brokenOff('shows bound', 'wait', 'shows bound')).toBe('failed')
  expect(brokenOff('shows bound', 'shows issued')).toBe('passed')
  expect(brokenOff('wait', 'shows bound')).toBeUndefined()
  expect(brokenOff('wait', 'shows ready_to_bind')).toBeUndefined()
})

test('work that goes on beside a moved clock gets its whole time in reality', () => {
  const { target, ...facts } = story(...RATED, 'bind', 'wait', 'shows bound')
  const [last] = facts.exchanges.slice(-1)
  const deadlines = { rating: 5_000, proposal: 5_000, issue: 5_000, delivery: 2_000, beside: 1 }
  const verdictAfter = (ms: number) => {
    const bind = facts.exchanges.find(({ operation }) => operation === 'bind')
    const read = { ...last, startedAt: (bind?.startedAt ?? 0) + ms } as Exchange
    const exchanges = [...facts.exchanges.slice(0, -1), read]
    return judged('transition-bound-to-issued', { ...facts, exchanges, target: { ...target, deadlines } })
  }
  expect(verdictAfter(2_000)).toBeUndefined()
  expect(verdictAfter(6_000)).toBe('failed')
})

test.each<[string, readonly string[], string | undefined]>([
  ['is shown', [...RATED, 'bind', 'shows bound'], 'passed'],
  ['is shown late', [...RATED, 'bind', 'shows ready_to_bind', 'shows bound'], 'failed'],
  ['may lag in a read', [...RATED, 'bind', 'shows ready_to_bind at once', 'shows bound'], 'passed'],
  ['is refused', [...RATED, 'bind 409', 'shows ready_to_bind'], undefined],
  [
    'meets a re-rating',
    [...RATED, 'update', 'shows ready_to_bind', 'bind', 'shows ready_to_bind'],
    undefined,
  ],
])('a bind that %s, by the state that follows', (_, steps, expected) => {
  expect(judged('transition-ready-to-bind-to-bound', story(...steps))).toBe(expected)
})
