import { expect, test } from 'vitest'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { writeStatements } from './writes-in-states.ts'

const judged = (requirement: string, ...steps: readonly string[]) =>
  writeStatements.find((claim) => claim.requirement === requirement)?.judge(story(...steps))
const verdictOn = (requirement: string, ...steps: readonly string[]) => judged(requirement, ...steps)?.kind

const REVIEW = ['submit', 'shows underwriter_review']
/** Its states follow so fast that a read may show one after its end. */
const BOUND = [...RATED, 'bind', 'shows bound at once']
const UNKNOWN_BROKER = ['submit', 'shows approved_rate']

test.each<[string, readonly string[], string | undefined]>([
  ['bind-in-issued', [...ISSUED, 'bind 409', 'shows issued'], 'passed'],
  ['bind-in-issued', [...ISSUED, 'bind', 'shows issued'], 'failed'],
  ['bind-in-issued', [...ISSUED, 'bind'], undefined],
  ['bind-in-issued', ISSUED, undefined],
  ['update-in-issued', [...ISSUED, 'update', 'shows issued'], 'failed'],
  ['update-in-declined', ['submit', 'shows declined', 'update 400', 'shows declined'], 'passed'],
  ['bind-in-underwriter-review', [...REVIEW, 'bind', 'shows underwriter_review'], 'failed'],
  ['bind-in-underwriter-review', [...REVIEW, 'bind', 'shows bound'], undefined],
  ['update-in-bound', [...BOUND, 'update at once', 'shows bound at once', 'shows issued'], 'failed'],
  ['bind-in-bound', [...BOUND, 'bind at once', 'shows bound at once', 'shows issued'], 'failed'],
  ['bind-in-bound', [...BOUND, 'bind 409 at once', 'shows bound at once', 'shows issued'], 'passed'],
  ['bind-in-approved-rate', [...UNKNOWN_BROKER, 'bind 503', 'shows approved_rate'], undefined],
])('%s of %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, ...steps)).toBe(expected)
})

test.each<[string, readonly string[], string | undefined]>([
  ['update-in-approved-rate', [...UNKNOWN_BROKER, 'update', 'shows approved_rate'], 'passed'],
  ['update-in-approved-rate', [...UNKNOWN_BROKER, 'update 400', 'shows approved_rate'], 'failed'],
  ['update-in-approved-rate', [...UNKNOWN_BROKER, 'update 409', 'shows pending'], undefined],
  ['bind-in-ready-to-bind', ISSUED, 'passed'],
  ['bind-in-ready-to-bind', [...RATED, 'bind 409', 'shows ready_to_bind'], 'failed'],
  ['bind-in-ready-to-bind', [...RATED, 'bind 409', 'shows pending'], undefined],
  ['bind-in-ready-to-bind', [...RATED, 'bind 500'], 'failed'],
  ['bind-answers-202', [...RATED, 'bind 200', 'shows bound'], 'failed'],
  ['bind-in-ready-to-bind', [...REVIEW, 'bind', 'shows bound'], undefined],
  ['bind-in-ready-to-bind', [...RATED, 'bind', 'bind 409 at once', 'shows bound'], 'passed'],
  ['bind-in-ready-to-bind', [...RATED, 'bind 500', 'bind 409', 'shows ready_to_bind'], 'failed'],
])('%s where it is allowed: %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, ...steps)).toBe(expected)
})

test('after an update nothing is owed until its re-rating would have begun', () => {
  const refused = ['shows ready_to_bind', 'bind 409', 'shows ready_to_bind', 'shows ready_to_bind']
  const afterwards = (...steps: readonly string[]) =>
    verdictOn('update-leaves-quote-bindable', ...RATED, ...steps)
  expect(afterwards('update', ...refused)).toBeUndefined()
  expect(afterwards('update', 'wait', ...refused)).toBe('failed')
  expect(afterwards(...refused)).toBeUndefined()
  expect(afterwards('update', 'wait', 'shows ready_to_bind', 'bind', 'shows bound')).toBe('passed')
})

test('while rating is held, an update queues its re-rating until the release', () => {
  const held = [...RATED, 'hold rating', 'update', 'wait', 'shows ready_to_bind', 'release rating']
  const refused = ['bind 409', 'shows ready_to_bind', 'shows ready_to_bind']
  for (const requirement of ['bind-in-ready-to-bind', 'bind-answers-202', 'update-leaves-quote-bindable']) {
    expect(verdictOn(requirement, ...held, ...refused)).toBeUndefined()
    expect(verdictOn(requirement, ...held, 'wait', 'shows ready_to_bind', ...refused)).toBe('failed')
  }
})

test('a broken bind may be under way as long as an issue takes by either clock', () => {
  const later = ['wait', 'shows ready_to_bind', 'update 409', 'shows ready_to_bind', 'shows ready_to_bind']
  const { target, ...facts } = story(...RATED, 'bind 500', ...later)
  const deadlines = { rating: 5_000, proposal: 5_000, issue: 5_000, delivery: 2_000, beside: 1 }
  const bind = facts.exchanges.findIndex(({ operation }) => operation === 'bind')
  const verdictWith = (shorterMs: number) => {
    const exchanges = facts.exchanges.map((one, place) =>
      place > bind ? { ...one, startedAt: one.startedAt - shorterMs } : one,
    )
    return writeStatements
      .find((claim) => claim.requirement === 'update-in-ready-to-bind')
      ?.judge({ ...facts, exchanges, target: { ...target, deadlines } })?.kind
  }
  expect(verdictWith(60_000)).toBeUndefined()
  expect(verdictWith(0)).toBe('failed')
})

test('a finding says the circumstances of its quote', () => {
  const twice = [
    'update',
    'wait',
    'shows ready_to_bind',
    'update 409',
    'shows ready_to_bind',
    'shows ready_to_bind',
  ]
  expect(judged('update-in-ready-to-bind', ...RATED, ...twice)).toMatchObject({
    findings: [
      { observed: expect.stringContaining('409'), under: expect.stringContaining('after an update') },
    ],
  })
})

test('the state is not known where another request may have changed it', () => {
  const between = [...REVIEW, 'approve at once', 'bind at once', 'shows underwriter_review at once']
  expect(verdictOn('bind-in-underwriter-review', ...between)).toBeUndefined()
  const bound = ['submit', 'shows ready_to_bind', 'bind', 'shows bound', 'bind', 'shows issued']
  expect(verdictOn('bind-in-bound', ...bound)).toBeUndefined()
})

test('a bind that got no answer in time may be under way', () => {
  const steps = ['bind 500', 'bind 409', 'shows ready_to_bind']
  const { exchanges, ...facts } = story(...RATED, ...steps)
  const lost = exchanges.map(({ answer, ...one }) =>
    answer?.status === 500
      ? { ...one, failure: { kind: 'timeout', message: 'no answer in time' } as const }
      : { ...one, ...(answer && { answer }) },
  )
  const claim = writeStatements.find(({ requirement }) => requirement === 'bind-in-ready-to-bind')
  expect(claim?.judge({ ...facts, exchanges: lost })).toBeUndefined()
})
