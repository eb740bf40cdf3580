import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN } from '../../testing/trace.ts'
import { answerTimes } from './answer-times.ts'
import { leftOut } from './left-out.ts'
import { observations } from './open.ts'

const spec = await loadSpec()
const refusals = (count: number) => Array.from({ length: count }, () => answered(401))

testClaims(answerTimes, {
  spec,
  trace: { early: refusals(12), late: refusals(12) },
  rows: [
    { requirement: 'receiver-observe-constant-time', with: 'as it is', expected: 'observed' },
    {
      requirement: 'receiver-observe-constant-time',
      with: 'too few answers',
      change: () => ({ early: refusals(3), late: refusals(3) }),
      expected: 'cannot-tell',
    },
  ],
})

const OUTAGE = { behind: 'test#1', isForged: true, goneMs: 640 }

testClaims(leftOut, {
  spec,
  trace: { elapsedMs: 130_000, leftOut: { events: 3 } },
  rows: [
    { requirement: 'receiver-observe-left-out', with: 'as it is', expected: 'observed' },
    { requirement: 'receiver-observe-rate-limit', with: 'as it is', expected: 'observed' },
    {
      requirement: 'receiver-stays-up',
      with: 'no outage',
      change: (copy) => ({ ...copy, outages: [] }),
      expected: 'passed',
    },
    {
      requirement: 'receiver-stays-up',
      with: 'two outages',
      change: (copy) => ({ ...copy, outages: [OUTAGE, OUTAGE] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-stays-up',
      with: 'one outage',
      change: (copy) => ({ ...copy, outages: [OUTAGE] }),
      expected: 'observed',
    },
    {
      requirement: 'receiver-observe-rate-limit',
      with: 'a limit',
      change: (copy) => ({
        ...copy,
        limit: { deliveries: 120, withinMs: 60_000, status: 429, waits: 2, waitedMs: 9000 },
      }),
      expected: 'observed',
    },
  ],
})

const SEEN = {
  'four minutes old': 'receiver-observe-old-timestamp',
  'ten minutes ahead': 'receiver-observe-future-timestamp',
  'in capitals': 'receiver-observe-upper-case-hex',
  'sha256= before it': 'receiver-observe-padded-signature',
  'wrong, then right': 'receiver-observe-duplicate-headers',
  'known id, other body': 'receiver-observe-repeat-with-other-body',
  'no JSON': 'receiver-observe-malformed-json',
}
const names = [...Object.keys(SEEN), 'captured, with a period in its id', 'cut at another period', 'a', 'A']

testClaims(observations, {
  spec,
  trace: {
    answers: Object.fromEntries(names.map((name) => [name, answered()])),
    caseIds: ['a', 'A'],
    effects: effectsOf({ a: 1, A: 1 }),
  },
  rows: [
    ...Object.values(SEEN).flatMap((requirement) => [
      { requirement, with: 'as it is', expected: 'observed' as const },
      {
        requirement,
        with: 'nothing sent',
        change: (copy: object) => ({ ...copy, answers: {} }),
        expected: 'cannot-tell' as const,
      },
    ]),
    { requirement: 'receiver-observe-shifted-period', with: 'as it is', expected: 'observed' },
    { requirement: 'receiver-observe-ids-that-differ-in-case', with: 'as it is', expected: 'observed' },
    {
      requirement: 'receiver-observe-ids-that-differ-in-case',
      with: 'nothing to see of effects',
      change: (copy) => ({ ...copy, effects: UNSEEN }),
      expected: 'cannot-tell',
    },
  ],
})
