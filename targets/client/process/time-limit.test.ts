import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTimeLimit } from './time-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** When a limit of 10 s is over, in seconds, on a machine that is blocked for so many milliseconds of each second. */
function secondsUntilOver(lostMsInASecond: number): number {
  let seconds = 0
  let isOver = false
  startTimeLimit({
    limitMs: 10_000,
    lostMs: () => 400 + seconds * lostMsInASecond,
    over: () => {
      isOver = true
    },
  })
  while (!isOver && seconds < 60) {
    seconds += 1
    vi.advanceTimersByTime(1000)
  }
  return seconds
}

test.each([
  { lostMsInASecond: 0, over: 10 },
  { lostMsInASecond: 5, over: 10 },
  { lostMsInASecond: 250, over: 13 },
  { lostMsInASecond: 900, over: 20 },
])('a limit of 10 s is over after $over s where $lostMsInASecond ms of a second are lost', (one) => {
  expect(secondsUntilOver(one.lostMsInASecond)).toBeGreaterThanOrEqual(one.over)
  expect(secondsUntilOver(one.lostMsInASecond)).toBeLessThanOrEqual(one.over + 1)
})

test('a limit that was ended is never over', () => {
  const over = vi.fn()
  startTimeLimit({ limitMs: 10, lostMs: () => 0, over })()
  vi.advanceTimersByTime(1000)
  expect(over).not.toHaveBeenCalled()
})
