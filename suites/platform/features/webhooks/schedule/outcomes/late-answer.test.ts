import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { isEarly, mayHaveMissedDeadline } from './late-answer.ts'

const { delivery } = await loadSpec()

/** An attempt with a timestamp, on a moved clock that also runs on by itself. */
const stated = (ms: number, besideMs?: number) =>
  attemptAt(ms, { ...(besideMs !== undefined && { besideMs }), earliest: 0, latest: 0, unanswered: true })
const { unanswered: _, ...given } = stated(3, 0)
/** An answer after five seconds of the moved clock and some real time. */
const after = (openMs: number) => ({ ...given, ended: 5000, openMs })

test.each([
  ['after the whole deadline and the delay', stated(3, 0), stated(9003, 6000), 2, true],
  ['one second after the answer', stated(3, 0), stated(8003, 5000), 2, false],
  ['after the whole deadline and the delay of a third attempt', stated(3, 0), stated(10_003, 6000), 3, true],
  ['two seconds after the answer to the second', stated(3, 0), stated(9003, 6000), 3, false],
  ['as late, on a clock that stands still', stated(3), stated(9003), 2, false],
  ['as late, though the answer had begun', given, stated(9003, 6000), 2, false],
  ['as late, and the answer had taken eight seconds and more', after(3600), stated(9003, 6000), 2, true],
  ['as late, and the answer had taken seven seconds', after(2000), stated(9003, 6000), 2, false],
  [
    'at once, and the answer had taken eight seconds of the machine',
    after(7800),
    stated(8003, 6000),
    2,
    true,
  ],
  ['at the deadline, and the answer had taken nearly as long', after(2751), stated(8103, 7435), 2, true],
  ['before the deadline, and the answer had taken nearly as long', after(2751), stated(7903, 7435), 2, false],
  ['never', stated(3, 0), undefined, 2, false],
])('an answer may have come too late where the next attempt came %s', (_, first, next, number, late) => {
  expect(mayHaveMissedDeadline(first, next, number, delivery, [])).toBe(late)
})

test('an attempt that was long on its way leaves less time, as the clock of all attempts shows', () => {
  const [first, next] = [{ ...after(2000), ended: 5000 }, stated(9003, 8500)]
  const others = Array.from({ length: 9 }, (_, place) => {
    const real = 1000 + place * 100
    return attemptAt(place, {
      ...{ id: `/o#${place}`, endpoint: `/o${place % 2}`, besideMs: real, earliest: 0, latest: 0 },
      timestamp: stated(real + 903, 0).headers[1]?.[1] ?? '',
    })
  })
  const clock = deliveryClockOf(others)
  const isLate = (known?: typeof clock) => mayHaveMissedDeadline(first, next, 2, delivery, [], known)
  expect([isLate(), isLate(clock)]).toEqual([false, true])
})

test('a slow answer is in time where the clock stands still', () => {
  const first = after(3600)
  const [next, other] = [stated(9003, 6000), stated(6003, 4000)]
  const isLate = (moved: number) =>
    mayHaveMissedDeadline(first, next, 2, delivery, [[first, { ...other, earliest: moved, latest: moved }]])
  expect([isLate(6000), isLate(2000)]).toEqual([false, true])
})

/** An attempt that was answered after so much time of the moved clock, and one whose timestamp shows if that clock also runs on. */
const answeredAfter = (movedMs: number, ranOnMs: number) => {
  const late = { ...attemptAt(3), earliest: 0, latest: 0, ended: movedMs, besideMs: 0 }
  const other = attemptAt(8003 + ranOnMs, { earliest: 8000, latest: 8000, besideMs: 4000 })
  return isEarly(late, [[late], [other]])
}

test.each([
  ['after three seconds of a clock that stands still', 3000, 0, true],
  ['after three seconds of a clock that runs on', 3000, 4000, false],
  ['after almost seven seconds', 6700, 0, false],
])('an answer that was to come late shows nothing where it came early: %s', (_, movedMs, ranOnMs, early) => {
  expect(answeredAfter(movedMs, ranOnMs)).toBe(early)
})

test('an answer after three seconds is exact where no real time counts', () => {
  const late = { ...attemptAt(0), ended: 3000 }
  expect(isEarly(late, [[late]])).toBe(false)
})
