import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, sent, settledAt, straight, trace } from '../testing/trace.ts'
import {
  pollsOnWhileBound,
  pollsOnWhilePending,
  stopsAtApprovedRate,
  stopsAtDeclined,
  stopsAtFailed,
  stopsAtIssued,
  stopsAtReady,
  stopsAtReview,
} from './polling.ts'

const refusedBind = [
  sent('submit', { state: 'ready_to_bind' }),
  sent('bind', { at: 2000, status: 400 }),
  ...[2010, 8000, 14_000].map((at) => sent('status', { at, state: 'issued' })),
]
const stops = (requirement: string, state: string) => [
  { requirement, with: 'no poll after it', change: () => settledAt(state), expected: 'passed' as const },
  {
    requirement,
    with: 'one read again at once',
    change: () => settledAt(state, 2010),
    expected: 'passed' as const,
  },
  { requirement, with: 'one more poll', change: () => settledAt(state, 4000), expected: 'failed' as const },
  {
    requirement,
    with: 'two reads again at once',
    change: () => settledAt(state, 2010, 2020),
    expected: 'failed' as const,
  },
]

const REFUSED = sent('policy', { at: 10_900, status: 401 })
const policy = (at: number) => sent('policy', { at })
const read = (at: number) => sent('status', { at, state: 'issued' })
/** Returns the verdict on a journey that is issued at 10.8 s, followed by the given requests. */
const behindTheIssue = (
  [
    ['a read at once behind the policy', [policy(10_900), read(11_000)], 'passed'],
    ['a read behind the policy', [policy(10_900), read(13_200)], 'passed'],
    ['polls behind the policy', [policy(10_900), read(13_200), read(15_400)], 'failed'],
    ['a 401 of the policy, and its repeat', [REFUSED, policy(10_950)], 'passed'],
    ['a 401 of the policy, and a read before its repeat', [REFUSED, read(13_200), policy(13_300)], 'passed'],
    ['a read beside a policy that is late', [{ ...policy(10_900), elapsedMs: 8000 }, read(13_000)], 'passed'],
    [
      'polls beside a policy that is late',
      [{ ...policy(10_900), elapsedMs: 8000 }, read(13_000), read(15_200)],
      'failed',
    ],
    ['a poll that was under way', [{ ...policy(10_820), elapsedMs: 8000 }, read(10_830)], 'passed'],
    [
      'a read behind a policy that met a 503',
      [sent('policy', { at: 10_900, status: 503 }), read(13_000), policy(13_100)],
      'passed',
    ],
    [
      'polls behind a policy that met a 503',
      [sent('policy', { at: 10_900, status: 503 }), read(13_000), read(15_200)],
      'failed',
    ],
    [
      'a read behind a proposal that is not ready',
      [sent('quote-proposal', { at: 10_900, status: 409 }), read(13_000)],
      'passed',
    ],
    [
      'a read behind a policy that was refused',
      [sent('policy', { at: 10_900, status: 400 }), read(13_000)],
      'passed',
    ],
  ] as const
).map(([name, later, expected]) => ({
  requirement: 'client-stops-at-issued',
  with: name,
  change: () => trace(performance([...straight().slice(0, -1), ...later])),
  expected,
}))

testSessionClaims(
  'polling',
  await loadSpec(),
  [
    stopsAtReady,
    stopsAtIssued,
    pollsOnWhilePending,
    pollsOnWhileBound,
    stopsAtApprovedRate,
    stopsAtDeclined,
    stopsAtFailed,
    stopsAtReview,
  ],
  [
    { requirement: 'client-stops-at-approved-rate', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'client-stops-at-declined', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'client-stops-at-failed', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'client-stops-at-underwriter-review', with: 'as it is', expected: 'cannot-tell' },
    ...stops('client-stops-at-approved-rate', 'approved_rate'),
    ...stops('client-stops-at-declined', 'declined'),
    ...stops('client-stops-at-failed', 'failed'),
    ...stops('client-stops-at-underwriter-review', 'underwriter_review'),
    ...stops('client-stops-at-ready-to-bind', 'ready_to_bind'),
    ...stops('client-stops-at-issued', 'issued'),
    { requirement: 'client-stops-at-ready-to-bind', with: 'a journey that goes on', expected: 'passed' },
    ...([1, 2] as const).map((polls) => ({
      requirement: 'client-stops-at-issued',
      with: `a read behind a bind that was refused, and ${polls} more`,
      change: () => trace(performance(refusedBind.slice(0, 3 + polls))),
      expected: polls === 1 ? ('passed' as const) : ('failed' as const),
    })),
    ...behindTheIssue,
    {
      requirement: 'client-polls-on-while-pending',
      with: 'an end while it is pending',
      change: () => trace(performance(straight().slice(0, 3))),
      expected: 'failed',
    },
    {
      requirement: 'client-polls-on-while-pending',
      with: 'no time left',
      change: () =>
        trace(
          performance(straight().slice(0, 3), {
            runs: [clientRun({ end: { kind: 'timeout', afterMs: 9 } })],
          }),
        ),
      expected: 'cannot-tell',
    },
    {
      requirement: 'client-polls-on-while-bound',
      with: 'an end while it is bound',
      change: () => trace(performance(straight().slice(0, 9))),
      expected: 'failed',
    },
    {
      requirement: 'client-polls-on-while-bound',
      with: 'a journey without the policy',
      change: () => ({
        ...trace(performance(straight().slice(0, 9))),
        journey: ['submit', 'poll', 'bind'],
      }),
      expected: 'cannot-tell',
    },
  ],
)
