import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { spec } from '../vocabulary/events/testing.ts'
import { eventStatements } from './events.ts'

const judged = (facts: Facts<Spec>, kind: 'failed' | 'passed') =>
  eventStatements.flatMap((one) => (one.judge(facts)?.kind === kind ? [one.requirement] : []))

/** An observation neither passes nor fails. */
const isBinding = (id: string) => spec.requirement(id).level !== 'observe'

/** Each of its two ratings is announced. */
const UPDATED = [...RATED, 'update', 'shows pending', 'event quote.created once more', 'shows ready_to_bind']
const EARLY = ['register', 'submit', 'event quote.created', 'shows pending', 'shows ready_to_bind']
/** Its proposal is announced before its review and afterwards. */
const REVIEWED = [
  ...['register', 'submit', 'shows underwriter_review', 'event quote.proposalReady', 'approve'],
  ...['event quote.created', 'event quote.proposalReady once more', 'shows ready_to_bind'],
]

describe('a breach is found by its statement', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'no event of a rating',
      ['register', 'submit', 'shows ready_to_bind', 'wait'],
      ['quote-created-emitted', 'proposal-ready-emitted'],
    ],
    ['no event of a policy', [...RATED, 'bind', 'shows issued', 'wait'], ['policy-created-emitted']],
    [
      'no event of a quote that was held',
      [
        'register',
        'hold rating',
        'submit',
        'release rating',
        'shows ready_to_bind',
        'event quote.proposalReady',
        'wait',
      ],
      ['quote-created-emitted'],
    ],
    [
      'an event that comes to one of two endpoints',
      ['register', 'register second', 'submit', 'event quote.created', 'shows declined', 'wait'],
      ['quote-created-emitted'],
    ],
    ['an event before the rating has ended', EARLY, ['quote-created-after-rating']],
    [
      'an event while rating is held',
      ['register', 'hold rating', 'submit', 'event quote.created', 'release rating'],
      ['quote-created-after-rating'],
    ],
    [
      'an event before the rating has ended, and another one afterwards',
      [...EARLY, 'event quote.created once more'],
      ['quote-created-after-rating', 'quote-created-once'],
    ],
    [
      'a policy before the issue',
      [...RATED, 'bind', 'event policy.created', 'shows bound', 'shows issued'],
      ['policy-created-not-early'],
    ],
    [
      'a policy while issue is held',
      [...RATED, 'hold issue', 'bind', 'event policy.created', 'release issue'],
      ['policy-created-not-early'],
    ],
    ['a policy without a bind', [...RATED, 'event policy.created'], ['policy-created-not-early']],
    ['two events of one rating', [...RATED, 'event quote.created once more'], ['quote-created-once']],
    ['two events of a proposal', [...RATED, 'event quote.proposalReady once more'], ['proposal-ready-once']],
    [
      'two events of a rating, and an update afterwards',
      [...RATED, 'event quote.created once more', 'update', 'shows pending', 'shows ready_to_bind'],
      ['quote-created-once'],
    ],
    [
      'two events of a rating that came before the review',
      [
        ...['register', 'submit', 'event quote.created', 'event quote.created once more'],
        ...['shows underwriter_review', 'event quote.created once more', 'approve', 'shows ready_to_bind'],
      ],
      ['quote-created-once'],
    ],
    ['one event more than ratings', [...UPDATED, 'event quote.created once more'], ['quote-created-once']],
    [
      'one event more than a rating and its review',
      [...REVIEWED, 'event quote.proposalReady once more'],
      ['proposal-ready-once'],
    ],
    [
      'two policies of one bind',
      [...ISSUED, 'event policy.created once more'],
      ['bind-emits-one-policy-created'],
    ],
    [
      'a policy of a second bind',
      [...ISSUED, 'bind 409', 'event policy.created once more'],
      ['bind-again-emits-no-second-policy'],
    ],
    [
      'a proposal that is announced first',
      ['register', 'submit', 'event quote.proposalReady', 'event quote.created', 'shows ready_to_bind'],
      ['proposal-ready-not-early'],
    ],
    [
      'a proposal that is not there',
      [...RATED, 'quote-proposal 409', 'shows ready_to_bind'],
      ['quote-proposal-follows-event'],
    ],
    [
      'a preview that is not there',
      [...RATED, 'shows ready_to_bind', 'policy-preview 400'],
      ['policy-preview-follows-proposal-ready'],
    ],
    ['a policy that is not there', [...ISSUED, 'policy 400'], ['policy-follows-policy-created']],
    [
      'two events while rating goes on',
      [
        'register',
        'submit',
        'event quote.created',
        'event quote.proposalReady',
        'shows pending',
        'shows ready_to_bind',
      ],
      ['quote-created-after-rating'],
    ],
    [
      'no event of a quote that was updated before its first read',
      ['register', 'submit', 'shows approved_rate', 'update', 'shows ready_to_bind', 'wait'],
      ['quote-created-emitted', 'proposal-ready-emitted'],
    ],
    [
      'two policies, and a bind that was refused before',
      ['register', 'submit', 'bind 401', ...ISSUED.slice(2), 'event policy.created once more'],
      ['bind-emits-one-policy-created'],
    ],
    [
      'a proposal of a declined review that is announced and not there',
      [
        ...['register', 'submit', 'shows underwriter_review', 'wait', 'decline', 'event quote.proposalReady'],
        ...['shows declined', 'quote-proposal 404'],
      ],
      ['quote-proposal-follows-event'],
    ],
    [
      'an event at an endpoint of another partner',
      ['register elsewhere', ...RATED, 'event quote.created elsewhere'],
      ['events-go-to-their-partner'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(judged(story(...steps), 'failed')).toEqual(expected)
  })
})

test('each statement passes on a course that could have broken it', () => {
  const courses = [
    [
      'register',
      'submit',
      'shows pending',
      ...RATED.slice(2),
      'quote-proposal',
      'policy-preview',
      'shows ready_to_bind',
      ...ISSUED.slice(5),
      'policy',
    ],
    [...ISSUED, 'bind 409'],
    ['register elsewhere', ...RATED, 'wait'],
  ]
  const passed = new Set(courses.flatMap((steps) => judged(story(...steps), 'passed')))
  const binding = eventStatements.map(({ requirement }) => requirement).filter(isBinding)
  expect(binding.filter((id) => !passed.has(id))).toEqual([])
})

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a straight course', RATED, ['quote-created-once', 'proposal-ready-once']],
  ['an update, of which both ratings are announced', UPDATED, ['quote-created-once']],
  ['an update whose re-rating is not announced', [...RATED, 'update', 'shows ready_to_bind'], []],
  ['a review, announced before and afterwards', REVIEWED, ['proposal-ready-once']],
])('where one more event would be too many, their number is right: %s', (_, steps, expected) => {
  expect(judged(story(...steps), 'passed').filter((id) => id.endsWith('-once'))).toEqual(expected)
})

test('a bind that was refused is no first one', () => {
  const passed = judged(story('register', 'submit', 'bind 409', ...ISSUED.slice(2)), 'passed')
  expect(passed).toContain('bind-emits-one-policy-created')
  expect(passed).not.toContain('bind-again-emits-no-second-policy')
})

test('an endpoint that was deleted shows nothing', () => {
  expect(
    judged(story('register', 'delete', 'submit', 'shows pending', 'shows ready_to_bind', 'wait'), 'passed'),
  ).toEqual([])
})

test('statuses that contradict each other blame no event', () => {
  const reads = Array.from({ length: 40 }, (_, place) =>
    place % 2 === 0 ? 'shows pending' : 'shows ready_to_bind',
  )
  expect(judged(story(...ISSUED, ...reads), 'failed')).toEqual([])
})

test('nothing passes where no endpoint was watched', () => {
  expect(
    judged(story('submit', 'shows pending', 'shows ready_to_bind', 'bind', 'shows issued', 'wait'), 'passed'),
  ).toEqual([])
})

test('a finding names what sets its quote apart', () => {
  const facts = story(...RATED, 'update', 'shows ready_to_bind', 'bind', 'shows issued', 'wait')
  const verdict = eventStatements
    .find(({ requirement }) => requirement === 'policy-created-emitted')
    ?.judge(facts)
  expect(verdict).toMatchObject({ kind: 'failed', findings: [{ under: 'after an update' }] })
})

test('a breach names the quote, and its circumstances', () => {
  const facts = story('register', 'submit', 'approve', 'shows ready_to_bind', 'wait')
  const claim = eventStatements.find(({ requirement }) => requirement === 'quote-created-emitted')
  expect(claim?.judge(facts)).toMatchObject({
    findings: [
      {
        expected: expect.stringMatching(/^quote\.created of quote [-0-9a-f]{36}$/),
        under: 'approved by a review',
      },
    ],
  })
})

test.each([
  ['does its work before it says that its clock has moved', 0, 'failed'],
  ['may work by the machine', 5_000, 'passed'],
] as const)('an event that is late by the moved clock alone, of a target that %s', (_, beside, expected) => {
  const { arrivals = [], target, ...facts } = story(...RATED, 'wait')
  const late = arrivals.map((one) =>
    one.body?.includes('quote.proposalReady') === true ? { ...one, earliest: one.earliest + 30_000 } : one,
  )
  const deadlines = { rating: 5_000, proposal: 5_000, issue: 5_000, delivery: 2_000, beside }
  const verdict = eventStatements
    .find(({ requirement }) => requirement === 'proposal-ready-emitted')
    ?.judge({ ...facts, arrivals: late, target: { ...target, deadlines } })
  expect(verdict?.kind).toBe(expected)
})
