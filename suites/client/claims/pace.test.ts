import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, sent, settledAt, trace } from '../testing/trace.ts'
import { keepsThePace, pollsSlower, pollsSlowly, pollsSlowlyWhereItGoesOn } from './pace.ts'

const PACE = 'client-polls-no-faster-than-2-seconds'
const ACROSS = 'client-keeps-its-pace-across-steps'
const pollsWhileHeldUp = (heldUpMs: number, ...moments: readonly number[]) =>
  trace(
    performance(
      [
        sent('submit', { state: 'pending' }),
        ...moments.map((at, index) =>
          sent('status', { at, state: index === moments.length - 1 ? 'ready_to_bind' : 'pending' }),
        ),
      ],
      { heldUpMs },
    ),
  )
const pollsAt = (...moments: readonly number[]) => pollsWhileHeldUp(0, ...moments)
/** A quote that is ready when it is polled, and is polled again after another step. */
const pollBehind = (step: Exchange, at: number, polledAt = 2000) =>
  trace(
    performance([
      sent('submit', { at: 0, state: 'pending' }),
      sent('status', { at: polledAt, state: 'ready_to_bind' }),
      step,
      sent('status', { at, state: 'pending' }),
      sent('status', { at: at + 2000, state: 'ready_to_bind' }),
    ]),
  )

testSessionClaims(
  'the pace of polling',
  await loadSpec(),
  [pollsSlowly, keepsThePace, pollsSlower],
  [
    {
      requirement: PACE,
      with: 'a wait of half a second at a state that nobody knows',
      change: () => settledAt('awaiting_referral', 2500, 3000, 3500),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'two reads at a state that is settled',
      change: () => settledAt('failed', 2100, 2200),
      expected: 'cannot-tell',
    },
    {
      requirement: PACE,
      with: 'a read right behind a step, where the wait may begin anew',
      change: () => pollBehind(sent('bind', { at: 2010 }), 2020),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: 'three pauses that are short, each behind a long one',
      change: () => pollsAt(2800, 3800, 8000, 9000, 13_000, 14_000, 18_000),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'three such pauses among many, as of a timer that is late now and then',
      change: () =>
        pollsAt(
          ...[2400, 4800, 8400, 9600, 12_000, 15_600, 16_800, 19_200],
          ...[21_600, 25_200, 26_400, 28_800, 31_200],
        ),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: 'two such pauses, as of a timer that is late',
      change: () => pollsAt(2800, 3800, 8000, 9000, 13_000),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: 'two short pauses behind a first poll that came four seconds late, on a machine that was held up for longer',
      change: () => pollsWhileHeldUp(10_600, 6691, 8251, 9094, 12_442, 15_863),
      expected: 'cannot-tell',
    },
    {
      requirement: PACE,
      with: 'the same pauses on a machine that was not held up',
      change: () => pollsAt(6691, 8251, 9094, 12_442, 15_863),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'an average that no delay of the machine explains',
      change: () => pollsWhileHeldUp(2000, 1000, 2000, 3000, 4000, 5000, 6000),
      expected: 'failed',
    },
    { requirement: PACE, with: 'one poll only', change: () => pollsAt(2000), expected: 'cannot-tell' },
    {
      requirement: PACE,
      with: 'a second between polls',
      change: () => pollsAt(0, 1000, 2000, 3000),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: '1.7 s between polls',
      change: () => pollsAt(0, 1700, 3400, 5100),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: '1.85 s between polls',
      change: () => pollsAt(0, 1850, 3700, 5550),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: 'a fixed rate of which one came late',
      change: () => pollsAt(0, 2400, 4000, 6000),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: 'a fixed rate whose first poll was held up with this machine',
      change: () => pollsWhileHeldUp(400, 836, 2000, 4000, 6000, 8000),
      expected: 'passed',
    },
    {
      requirement: PACE,
      with: '1.5 s between polls while this machine was held up',
      change: () => pollsWhileHeldUp(400, 0, 1500, 3000, 4500, 6000),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'one quick pause',
      change: () => pollsAt(0, 400, 4000, 8000),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'a repeat after a 503',
      change: () =>
        trace(
          performance([
            sent('submit', { state: 'pending' }),
            sent('status', { at: 2000, status: 503 }),
            sent('status', { at: 2500, state: 'pending' }),
            sent('status', { at: 4100, state: 'ready_to_bind' }),
          ]),
        ),
      expected: 'passed',
    },
    {
      requirement: ACROSS,
      with: 'a read right behind an update',
      change: () => pollBehind(sent('update', { at: 2010 }), 2020),
      expected: 'failed',
    },
    {
      requirement: ACROSS,
      with: 'a read right behind a bind',
      change: () => pollBehind(sent('bind', { at: 2010 }), 2020),
      expected: 'failed',
    },
    {
      requirement: ACROSS,
      with: 'a read behind an update, two seconds after the last poll',
      change: () => pollBehind(sent('update', { at: 2010 }), 4000),
      expected: 'passed',
    },
    {
      requirement: ACROSS,
      with: 'a read right behind an update that took two seconds',
      change: () => pollBehind(sent('update', { at: 4000 }), 4010),
      expected: 'passed',
    },
    {
      requirement: ACROSS,
      with: 'a poll in time behind an update, after one that came late',
      change: () => pollBehind(sent('update', { at: 2710 }), 4000, 2700),
      expected: 'passed',
    },
    {
      requirement: ACROSS,
      with: 'a read at once at what became of a bind that was refused',
      change: () => pollBehind(sent('bind', { at: 2010, status: 400 }), 2020),
      expected: 'cannot-tell',
    },
    {
      requirement: ACROSS,
      with: 'a read at once at what became of an update that was lost',
      change: () => pollBehind(sent('update', { at: 2010, status: 'lost' }), 2020),
      expected: 'cannot-tell',
    },
    {
      requirement: ACROSS,
      with: 'a read right behind an update, by hand',
      change: () => {
        const { performances } = pollBehind(sent('update', { at: 2010 }), 2020)
        return trace(...performances.map((one) => ({ ...one, runs: [clientRun({ byHand: true })] })))
      },
      expected: 'cannot-tell',
    },
    {
      requirement: ACROSS,
      with: 'a second read before a bind, and a poll in time behind it',
      change: () =>
        trace(
          performance([
            sent('submit', { state: 'pending' }),
            sent('status', { at: 2000, state: 'ready_to_bind' }),
            sent('quote-proposal', { at: 3500 }),
            sent('status', { at: 3900, state: 'ready_to_bind' }),
            sent('bind', { at: 3910 }),
            sent('status', { at: 4000, state: 'issued' }),
          ]),
        ),
      expected: 'passed',
    },
    { requirement: 'client-observe-polls-slower', with: 'as it is', expected: 'observed' },
  ],
)

testSessionClaims(
  'polling at a state that nobody knows',
  await loadSpec(),
  [pollsSlowlyWhereItGoesOn],
  [
    { requirement: PACE, with: 'as it is', expected: 'cannot-tell' },
    {
      requirement: PACE,
      with: 'one read again at once, and an end',
      change: () => settledAt('awaiting_referral', 2010),
      expected: 'cannot-tell',
    },
    {
      requirement: PACE,
      with: 'polls on every half second',
      change: () => settledAt('awaiting_referral', 2500, 3000, 3500),
      expected: 'failed',
    },
    {
      requirement: PACE,
      with: 'polls on every two seconds',
      change: () => settledAt('awaiting_referral', 4000, 6000, 8000),
      expected: 'passed',
    },
  ],
)
