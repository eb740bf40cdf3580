import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { attemptAt, judgeAll } from '../../../../vocabulary/attempts/testing.ts'
import { baseRetryClaims } from './claims.ts'

const spec = await loadSpec()

/** A retry schedule of two attempts without readable timestamps, of which the second came somewhere in a move of the clock. */
const retries = (least: number, most: number): RetryTrace => ({
  attempts: [attemptAt(0), attemptAt(most, { earliest: least })].map((one) => ({
    ...one,
    headers: one.headers.filter(([name]) => name !== 'timestamp'),
  })),
  ...{ silenceMs: 77_000, foreignDeliveries: 0, slackMs: 2000, heldUpMs: 0 },
})

const secondOf = (trace: RetryTrace) =>
  judgeAll(baseRetryClaims(spec), trace, spec).find(([name]) => name === 'retry-attempt-2')?.[1].kind

test('a delay that decides nothing is judged by the retry schedule that was measured again', () => {
  const open = retries(0, 1000)
  expect(secondOf(open)).toBe('cannot-tell')
  expect(secondOf({ ...open, again: retries(900, 1000) })).toBe('passed')
  expect(secondOf({ ...open, again: retries(400, 500) })).toBe('failed')
  expect(secondOf({ ...open, again: retries(0, 1000) })).toBe('cannot-tell')
})

test('one that decides is not taken back by another', () => {
  expect(secondOf({ ...retries(400, 500), again: retries(900, 1000) })).toBe('failed')
  expect(secondOf({ ...retries(900, 1000), again: retries(0, 9000) })).toBe('passed')
})
