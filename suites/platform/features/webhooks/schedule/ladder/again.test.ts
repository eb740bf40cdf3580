import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt, judgeAll } from '../testing.ts'
import { baseLadderClaims } from './claims.ts'
import type { LadderTrace } from './trace.ts'

const spec = await loadSpec()

/** A ladder of two attempts without readable timestamps, of which the second came somewhere in a move of the clock. */
const ladder = (least: number, most: number): LadderTrace => ({
  attempts: [attemptAt(0), attemptAt(most, { earliest: least })].map((one) => ({
    ...one,
    headers: one.headers.filter(([name]) => name !== 'timestamp'),
  })),
  ...{ silenceMs: 77_000, foreignDeliveries: 0, slackMs: 2000, heldUpMs: 0 },
})

const secondOf = (trace: LadderTrace) =>
  judgeAll(baseLadderClaims(spec), trace, spec).find(([name]) => name === 'retry-attempt-2')?.[1].kind

test('a delay that decides nothing is judged by the ladder that was measured again', () => {
  const open = ladder(0, 1000)
  expect(secondOf(open)).toBe('cannot-tell')
  expect(secondOf({ ...open, again: ladder(900, 1000) })).toBe('passed')
  expect(secondOf({ ...open, again: ladder(400, 500) })).toBe('failed')
  expect(secondOf({ ...open, again: ladder(0, 1000) })).toBe('cannot-tell')
})

test('one that decides is not taken back by another', () => {
  expect(secondOf({ ...ladder(400, 500), again: ladder(900, 1000) })).toBe('failed')
  expect(secondOf({ ...ladder(900, 1000), again: ladder(0, 9000) })).toBe('passed')
})
