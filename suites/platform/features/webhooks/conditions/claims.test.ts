import { expect, test } from 'vitest'
import { delivered, iso, quoteOf, spec } from '../testing.ts'
import { conditionClaims } from './claims.ts'
import type { Course } from './course.ts'
import type { DrivenCondition } from './drive.ts'
import type { ConditionsTrace } from './judged.ts'
import type { Condition } from './table.ts'

const event = (id: string, type: string, data = {}) =>
  delivered({ id: `${type} ${id}`, type, data: { quoteId: id, customer: { name: id }, ...data } })

const course = (id: string, changes: Partial<Course> = {}): Course => ({
  quote: quoteOf(id, id),
  state: 'ready_to_bind',
  issued: true,
  ...changes,
})

const driven = (condition: Condition, ...courses: readonly Course[]): DrivenCondition => ({
  condition,
  courses,
})

const right: ConditionsTrace = {
  conditions: [
    driven({ id: 'straight-through' }, course('alder')),
    driven(
      { id: 'rating-held', hold: 'rating' },
      course('birch', { heldRating: { state: 'pending', forMs: 120_000 } }),
    ),
    driven({ id: 'other-partner', partner: 'other' }, course('dogwood', { issued: false })),
  ],
  arrivals: ['alder', 'birch'].map((id) => event(id, 'quote.created')),
  partner: 'p-1',
}

function judged(trace: ConditionsTrace, requirement: string) {
  return conditionClaims(spec)
    .find((one) => one.requirement === requirement)
    ?.judge(trace, { spec, exchanges: [] })
}

test('a statement that holds names the conditions under which it was judged', () => {
  expect(judged(right, 'payload-quote-created-quote-id')).toEqual({
    kind: 'passed',
    under: ['straight-through', 'rating-held'],
  })
  expect(judged(right, 'events-go-to-their-partner')).toEqual({ kind: 'passed', under: ['other-partner'] })
})

test('an event of another partner is found, and names its condition', () => {
  const trace = { ...right, arrivals: [...right.arrivals, event('dogwood', 'quote.created')] }
  expect(judged(trace, 'events-go-to-their-partner')).toMatchObject({
    kind: 'failed',
    findings: [{ under: 'other-partner' }],
  })
})

test('an event of a held rating that announces the moment of its submission is late', () => {
  const late = delivered({
    id: 'late',
    type: 'quote.created',
    at: 120_000,
    body: { timestamp: iso(0) },
    data: { quoteId: 'birch', customer: { name: 'birch' } },
  })
  expect(judged({ ...right, arrivals: [late] }, 'retry-attempt-1')).toMatchObject({ kind: 'failed' })
  expect(judged(right, 'retry-attempt-1')?.kind).toBe('passed')
})
