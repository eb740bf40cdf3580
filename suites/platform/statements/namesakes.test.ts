import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { RATED, story } from '../ledger/testing.ts'
import { eventStatements } from './events.ts'

/** Two quotes of one insured, both ready to bind. */
const BOTH = [
  ...RATED,
  ...['beside submit', 'beside event quote.created', 'beside shows ready_to_bind'],
  'beside event quote.proposalReady',
]

/** Both are bound and issued. */
const BOUND = [...BOTH, 'bind', 'beside bind']
const ISSUED = ['shows issued', 'beside shows issued']
const POLICIES = ['event policy.created', 'beside event policy.created']

const judged = (facts: Facts<Spec>, kind: 'failed' | 'passed') =>
  eventStatements.flatMap((one) => (one.judge(facts)?.kind === kind ? [one.requirement] : []))

describe('quotes that share an insured are judged together', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'a policy too many',
      [...BOUND, ...POLICIES, 'event policy.created once more', ...ISSUED],
      ['bind-emits-one-policy-created'],
    ],
    [
      'a policy that is lost',
      [...BOUND, 'event policy.created', ...ISSUED, 'wait'],
      ['policy-created-emitted'],
    ],
    [
      'a policy before any of them is issued',
      [...BOTH, 'bind', 'event policy.created', 'shows bound', 'shows issued'],
      ['policy-created-not-early'],
    ],
    [
      'a policy of the second one before its issue',
      [...BOUND, ...POLICIES, 'shows issued', 'beside shows bound', 'beside shows issued'],
      ['policy-created-not-early'],
    ],
    [
      'a policy of quotes that nobody has bound',
      [...BOTH, 'event policy.created'],
      ['policy-created-not-early'],
    ],
    [
      'a policy while its issue is held',
      [
        ...BOTH,
        'bind',
        'event policy.created',
        'shows issued',
        'hold issue',
        'beside bind',
        'beside event policy.created',
        'release issue',
      ],
      ['policy-created-not-early'],
    ],
    [
      'a policy of a second bind',
      [...BOUND, ...POLICIES, ...ISSUED, 'bind 409', 'event policy.created once more'],
      ['bind-again-emits-no-second-policy'],
    ],
    [
      'a policy that is announced and not there',
      [...BOUND, ...POLICIES, ...ISSUED, 'beside policy 400'],
      ['policy-follows-policy-created'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(judged(story(...steps), 'failed')).toEqual(expected)
  })
})

test.each<readonly [string, readonly string[]]>([
  ['that were both issued', [...BOUND, ...POLICIES, ...ISSUED, 'policy', 'beside policy', 'wait']],
  [
    'of which the second was issued first',
    [...BOUND, 'beside event policy.created', 'shows bound', 'event policy.created', ...ISSUED, 'wait'],
  ],
  [
    'of which one was never bound',
    [...BOTH, 'bind', 'event policy.created', 'shows issued', 'wait', 'beside shows ready_to_bind'],
  ],
  [
    'of which one is announced while the other is read',
    [
      ...BOUND,
      'event policy.created',
      'policy',
      'beside policy 400',
      'beside event policy.created',
      ...ISSUED,
    ],
  ],
  ['whose policies are announced again', [...BOUND, ...POLICIES, 'event policy.created', ...ISSUED, 'wait']],
  ['that are watched for too short a time', [...BOUND, 'event policy.created', ...ISSUED]],
])('a right course of two quotes breaks nothing: %s', (_, steps) => {
  expect(judged(story(...steps), 'failed')).toEqual([])
})

test('each statement passes on quotes that could have broken it', () => {
  const [BEFORE, ...again] = [
    [
      ...BOUND,
      'shows bound',
      'event policy.created',
      'beside shows bound',
      'beside event policy.created',
      ...ISSUED,
    ],
    'bind 409',
    'policy',
  ]
  const passed = judged(story(...(BEFORE ?? []), ...again, 'wait'), 'passed')
  expect(passed).toEqual(
    expect.arrayContaining([
      'policy-created-emitted',
      'policy-created-not-early',
      'bind-emits-one-policy-created',
      'bind-again-emits-no-second-policy',
      'policy-follows-policy-created',
    ]),
  )
})

test.each([
  ['Alder', []],
  ['Birch', ['bind-emits-one-policy-created']],
] as const)('of some insured there may be quotes outside the ledger: %s', (name, expected) => {
  const { target, ...facts } = story(...BOUND, ...POLICIES, 'event policy.created once more', ...ISSUED)
  expect(judged({ ...facts, target: { ...target, sharedInsured: [name] } }, 'failed')).toEqual(expected)
})

test('a policy of a customer whom nobody knows may be one that is missing', () => {
  const { arrivals = [], ...facts } = story(...BOUND, ...POLICIES, ...ISSUED, 'wait')
  const [last] = arrivals.slice(-1)
  const unknown = arrivals.map((one) =>
    one === last ? { ...one, body: one.body?.replace('Alder', 'Birch') ?? '' } : one,
  )
  expect(judged({ ...facts, arrivals: unknown }, 'failed')).toEqual([])
})
