import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt } from '../testing.ts'
import { mayBeLate } from './late-answer.ts'

const { delivery } = await loadSpec()

/** An attempt with a timestamp, on a moved clock that also runs on by itself. */
const stated = (ms: number, besideMs?: number) =>
  attemptAt(ms, { ...(besideMs !== undefined && { besideMs }), earliest: 0, latest: 0, unanswered: true })
const { unanswered: _, ...given } = stated(3, 0)

test.each([
  ['after the whole deadline and the delay', stated(3, 0), stated(9003, 6000), 2, true],
  ['one second after the answer', stated(3, 0), stated(8003, 5000), 2, false],
  ['after the whole deadline and the delay of a third attempt', stated(3, 0), stated(10_003, 6000), 3, true],
  ['two seconds after the answer to the second', stated(3, 0), stated(9003, 6000), 3, false],
  ['as late, on a clock that stands still', stated(3), stated(9003), 2, false],
  ['as late, though the answer had begun', given, stated(9003, 6000), 2, false],
  ['never', stated(3, 0), undefined, 2, false],
])('an answer may have come too late where the next attempt came %s', (_, first, next, number, late) => {
  expect(mayBeLate(first, next, number, delivery)).toBe(late)
})
