import { expect, test } from 'vitest'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { givenUpInTime } from './given-up.ts'

const DEADLINE_MS = 8000

/** Judges a platform whose moved clock also runs on by itself, with a silent receiver. */
const judged = (movedMs: number, openMs: number, movingMs: number) =>
  givenUpInTime(
    {
      attempts: {
        'silence-by-the-clock': [
          [
            attemptAt(3, {
              earliest: 0,
              latest: 0,
              answered: { kind: 'silence' },
              ended: movedMs,
              openMs,
              movingMs,
              besideMs: 0,
            }),
          ],
        ],
        204: [
          [{ ...attemptAt(4003), earliest: 1000, latest: 1000, besideMs: 3000 }],
          [{ ...attemptAt(9003), earliest: 5000, latest: 5000, besideMs: 4000 }],
        ],
      },
      trapped: [],
      watchedMs: 60_000,
      heldUpMs: 0,
    },
    DEADLINE_MS,
  )

test.each([
  ['seen at once', 8000, 200, 100, 'passed'],
  ['far too late', 11_000, 900, 800, 'failed'],
  ['by a clock that may have stood still while it was moved', 5933, 3945, 2900, 'cannot-tell'],
  ['in time, however that clock ran', 6900, 1500, 1000, 'passed'],
  ['far too late by a clock that ran on between its moves', 6500, 6300, 2000, 'failed'],
] as const)('a silent receiver is given up: %s', (_, movedMs, openMs, movingMs, verdict) => {
  expect(judged(movedMs, openMs, movingMs)).toMatchObject({ kind: verdict })
})
