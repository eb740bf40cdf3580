import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTimeLimit } from './time-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** When a limit of 10 s is over, in seconds, on a machine that was held up for so long in a second. */
function secondsUntilOver(heldUpMsInASecond: number): number {
  let seconds = 0
  let isOver = false
  startTimeLimit({
    limitMs: 10_000,
    heldUpMs: () => 400 + seconds * heldUpMsInASecond,
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
  { heldUpMsInASecond: 0, over: 10 },
  { heldUpMsInASecond: 5, over: 10 },
  { heldUpMsInASecond: 250, over: 13 },
  { heldUpMsInASecond: 900, over: 20 },
])('a limit of 10 s is over after $over s where $heldUpMsInASecond ms of a second are lost', (one) => {
  expect(secondsUntilOver(one.heldUpMsInASecond)).toBeGreaterThanOrEqual(one.over)
  expect(secondsUntilOver(one.heldUpMsInASecond)).toBeLessThanOrEqual(one.over + 1)
})

test('a limit that was ended is never over', () => {
  const over = vi.fn()
  startTimeLimit({ limitMs: 10, heldUpMs: () => 0, over })()
  vi.advanceTimersByTime(1000)
  expect(over).not.toHaveBeenCalled()
})
