import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { story } from '../ledger/testing.ts'
import { eventStatements } from './events.ts'

const judged = (facts: Facts<Spec>, kind: 'failed' | 'passed') =>
  eventStatements.flatMap((one) => (one.judge(facts)?.kind === kind ? [one.requirement] : []))

const RATED = [
  'register',
  'submit',
  'event quote.created',
  'shows ready_to_bind',
  'event quote.proposalReady',
]
const ISSUED = [...RATED, 'bind', 'shows bound', 'event policy.created', 'shows issued']

describe('a right course breaks nothing', () => {
  test.each<readonly [string, readonly string[]]>([
    ['of a quote that was bound', ISSUED],
    ['of one that was bound twice', [...ISSUED, 'bind 409', 'wait']],
    ['of one that waited', ['register', 'submit', 'shows pending', ...RATED.slice(2), 'wait']],
    [
      'of a read that lags behind its event',
      ['register', 'submit', 'event quote.created', 'shows pending at once'],
    ],
    ['of events that repeat', [...RATED, 'event quote.created again', 'event quote.proposalReady again']],
    ['of one that was rated again', [...RATED, 'update', 'shows pending', 'event quote.created once more']],
    ['of one whose re-rating does not show', [...RATED, 'update', 'event quote.created once more']],
    [
      'of a declined one, whose rating may be announced',
      ['register', 'submit', 'event quote.created', 'shows declined'],
    ],
    [
      'of one that was reviewed, and announced before and afterwards',
      [
        ...[
          'register',
          'submit',
          'event quote.created',
          'shows underwriter_review',
          'event quote.proposalReady',
        ],
        ...[
          'approve',
          'event quote.created once more',
          'event quote.proposalReady once more',
          'shows ready_to_bind',
        ],
      ],
    ],
    [
      'of a declined review, whose proposal is gone',
      [
        ...[
          'register',
          'submit',
          'shows underwriter_review',
          'event quote.proposalReady',
          'quote-proposal 200',
        ],
        ...['decline', 'shows declined', 'quote-proposal 404'],
      ],
    ],
    [
      'of one whose rating was held',
      ['register', 'hold rating', 'submit', 'shows pending', 'release rating', ...RATED.slice(2)],
    ],
    [
      'of one that was ready before the endpoint was there',
      ['submit', 'shows ready_to_bind', 'register', 'wait'],
    ],
    [
      'of an endpoint that wants other events',
      ['register broker.added', 'submit', 'shows ready_to_bind', 'wait'],
    ],
    [
      'of one that was bound before its proposal',
      [...RATED.slice(0, 3), 'shows ready_to_bind', 'bind', 'shows issued', 'event policy.created', 'wait'],
    ],
    ['that is not watched for long enough', ['register', 'submit', 'shows ready_to_bind']],
  ])('%s', (_, steps) => {
    expect(judged(story(...steps), 'failed')).toEqual([])
  })
})

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
      'an event before the rating has ended',
      ['register', 'submit', 'event quote.created', 'shows pending', 'shows ready_to_bind'],
      ['quote-created-after-rating'],
    ],
    [
      'an event while rating is held',
      ['register', 'hold rating', 'submit', 'event quote.created', 'release rating'],
      ['quote-created-after-rating'],
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
    [
      'two events of one proposal',
      [...RATED, 'event quote.proposalReady once more'],
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
      'a proposal of a declined review that is announced and not there',
      [
        'register',
        'submit',
        'shows underwriter_review',
        'decline',
        'event quote.proposalReady',
        'shows declined',
        'quote-proposal 404',
      ],
      ['quote-proposal-follows-event'],
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
  ]
  const passed = new Set(courses.flatMap((steps) => judged(story(...steps), 'passed')))
  expect(eventStatements.map(({ requirement }) => requirement).filter((id) => !passed.has(id))).toEqual([])
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
