import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { attemptAt } from '../../vocabulary/attempts/testing.ts'
import { lateAnswers } from './late-answers.ts'
import type { LateTrace } from './schedule/outcomes/delivered.ts'
import { laterScript, ok } from './schedule/outcomes/ways.ts'

/** The attempts at one endpoint, the last of them answered after seven seconds. */
const attemptsAfter = (failures: number) =>
  laterScript(failures)
    .slice(0, -1)
    .map((answered, place) => attemptAt(place * 1000, { answered }))

const trace: LateTrace = {
  attempts: {
    ok: [[attemptAt(0, { answered: ok })]],
    ...Object.fromEntries(
      [0, 1, 2].map((failures) => [
        `attempt ${failures + 1}`,
        [attemptsAfter(failures), attemptsAfter(failures)],
      ]),
    ),
  },
  watchedMs: 21_000,
  heldUpMs: 0,
}

const withAnother = (way: string, copy: LateTrace): LateTrace => ({
  ...copy,
  attempts: {
    ...copy.attempts,
    [way]: (copy.attempts[way] ?? []).map((own) => [...own, attemptAt(15_000, { answered: ok })]),
  },
})

const requirement = 'answer-at-7-seconds-is-success'

testClaims(lateAnswers, {
  spec: await loadSpec(),
  trace,
  rows: [
    ...['attempt 1', 'attempt 2', 'attempt 3'].map((way) => ({
      requirement,
      with: `another attempt after a late answer to ${way}`,
      change: (copy: LateTrace) => withAnother(way, copy),
      expected: 'failed' as const,
    })),
    {
      requirement,
      with: 'an endpoint that got nothing',
      change: (copy: LateTrace) => ({ ...copy, attempts: { ...copy.attempts, 'attempt 2': [[], []] } }),
      expected: 'cannot-tell',
    },
  ],
})
