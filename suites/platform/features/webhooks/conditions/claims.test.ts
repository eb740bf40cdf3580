import { expect, test } from 'vitest'
import { answered } from '../../office/testing.ts'
import { delivered, iso, quoteOf, spec } from '../testing.ts'
import { conditionClaims } from './claims.ts'
import type { Course } from './course.ts'
import type { DrivenCondition } from './drive.ts'
import type { ConditionsTrace } from './judged.ts'
import type { Condition } from './table.ts'

const event = (id: string, type: string, data = {}) =>
  delivered({ id: `${type} ${id}`, type, data: { quoteId: id, customer: { name: id }, ...data } })

const policy = (id: string, data = {}) =>
  delivered({
    id: `policy ${id}`,
    type: 'policy.created',
    data: { policyId: `policy of ${id}`, customer: { name: id }, ...data },
  })

const course = (id: string, changes: Partial<Course> = {}): Course => ({
  quote: quoteOf(id, id),
  state: 'ready_to_bind',
  bound: true,
  issued: true,
  beforeBindAgain: [policy(id)],
  ...changes,
})

const driven = (condition: Condition, ...courses: readonly Course[]): DrivenCondition => ({
  condition,
  courses,
})

const events = (id: string) => [event(id, 'quote.created'), event(id, 'quote.proposalReady'), policy(id)]

const came = (arrivals: ConditionsTrace['arrivals']) => ({ arrivals, inTime: arrivals })

const right: ConditionsTrace = {
  conditions: [
    driven({ id: 'straight-through' }, course('alder')),
    driven(
      { id: 'rating-held', hold: 'rating' },
      course('birch', { heldRating: { state: 'pending', arrivals: [], forMs: 120_000 } }),
    ),
    driven(
      { id: 'issue-held', hold: 'issue' },
      course('cedar', { heldIssue: { state: 'bound', arrivals: [], forMs: 120_000 } }),
    ),
    driven({ id: 'other-partner', partner: 'other' }, course('dogwood', { issued: false, bound: false })),
  ],
  ...came(['alder', 'birch', 'cedar'].flatMap(events)),
  partner: 'p-1',
}

function judged(trace: ConditionsTrace, requirement: string) {
  return conditionClaims(spec)
    .find((one) => one.requirement === requirement)
    ?.judge(trace, { spec, exchanges: [] })
}

const failing = (trace: ConditionsTrace) =>
  conditionClaims(spec)
    .filter((one) => one.judge(trace, { spec, exchanges: [] }).kind === 'failed')
    .map(({ requirement }) => requirement)

const replaced = (place: number, one: Course): ConditionsTrace => ({
  ...right,
  conditions: right.conditions.map((condition, index) =>
    index === place ? { ...condition, courses: [one] } : condition,
  ),
})

test('a statement that holds names the conditions under which it was judged', () => {
  expect(judged(right, 'quote-created-emitted')).toEqual({
    kind: 'passed',
    under: ['straight-through', 'rating-held', 'issue-held'],
  })
  expect(judged(right, 'events-go-to-their-partner')).toEqual({ kind: 'passed', under: ['other-partner'] })
})

test('a breach names its condition', () => {
  const trace = { ...right, ...came(['alder', 'cedar'].flatMap(events)) }
  expect(judged(trace, 'quote-created-emitted')).toMatchObject({
    kind: 'failed',
    findings: [{ under: 'rating-held' }],
  })
})

test.each([
  [
    'of another partner',
    { ...right, arrivals: [...right.arrivals, event('dogwood', 'quote.created')] },
    ['events-go-to-their-partner'],
  ],
  [
    'while rating is held',
    replaced(
      1,
      course('birch', {
        heldRating: { state: 'pending', arrivals: [event('birch', 'quote.created')], forMs: 120_000 },
      }),
    ),
    ['quote-created-after-rating'],
  ],
  [
    'while issue is held',
    replaced(
      2,
      course('cedar', { heldIssue: { state: 'bound', arrivals: [policy('cedar')], forMs: 120_000 } }),
    ),
    ['policy-created-not-early'],
  ],
  [
    'for each of two binds',
    {
      ...right,
      arrivals: [
        ...right.arrivals,
        delivered({ type: 'policy.created', data: { policyId: '2', customer: { name: 'cedar' } } }),
      ],
    },
    ['bind-again-emits-no-second-policy', 'payload-quote-created-customer-email'],
  ],
])('an event %s is found', (_, trace, [requirement]) => {
  expect(failing(trace)).toContain(requirement)
  expect(failing(right)).not.toContain(requirement)
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

test('an event that came a long time later is missing', () => {
  const trace = { ...right, inTime: ['alder', 'cedar'].flatMap(events) }
  expect(judged(trace, 'quote-created-emitted')).toMatchObject({ kind: 'failed' })
})

test('a hold that held nothing back decides nothing', () => {
  const trace = replaced(
    1,
    course('birch', {
      heldRating: { state: 'ready_to_bind', arrivals: [event('birch', 'quote.created')], forMs: 120_000 },
    }),
  )
  expect(judged(trace, 'quote-created-after-rating')?.kind).toBe('cannot-tell')
})

test('a review may be announced twice', () => {
  const trace: ConditionsTrace = {
    ...right,
    conditions: [driven({ id: 'review-approved', review: 'approve' }, course('alder'))],
    arrivals: [...events('alder'), delivered({ data: { quoteId: 'alder' } })],
  }
  expect(judged(trace, 'quote-created-once')?.kind).toBe('cannot-tell')
})

test('one quote for several submissions of an insured may be announced twice', () => {
  const twice = [...events('alder'), delivered({ data: { quoteId: 'alder' } })]
  const over = (...courses: readonly Course[]): ConditionsTrace => ({
    ...right,
    conditions: [driven({ id: 'same-insured', form: 'known-name' }, ...courses)],
    arrivals: twice,
  })
  expect(judged(over(course('alder'), course('alder')), 'quote-created-once')?.kind).toBe('cannot-tell')
  expect(judged(over(course('alder')), 'quote-created-once')?.kind).toBe('failed')
})

test('a policy is issued, and can be read, when its event comes', () => {
  const atEvent = (state: string, status: number) =>
    replaced(
      0,
      course('alder', {
        atEvent: {
          status: answered(200, { status: 'success', data: { quote_status: state } }, 'status'),
          policy: answered(status, {}, 'policy'),
        },
      }),
    )
  const wrong = failing(atEvent('bound', 409))
  expect(wrong).toContain('policy-created-not-early')
  expect(wrong).toContain('policy-follows-policy-created')
  expect(failing(atEvent('issued', 200))).toEqual(failing(right))
})

test('a proposal that a decline announces must be there', () => {
  const declined = (status: number) =>
    replaced(
      0,
      course('alder', {
        state: 'declined',
        bound: false,
        issued: false,
        announced: [answered(status, {}, 'quote-proposal')],
      }),
    )
  expect(failing(declined(409))).toContain('quote-proposal-follows-event')
  expect(failing(declined(200))).not.toContain('quote-proposal-follows-event')
})
