import { expect, test } from 'vitest'
import { stepAfter } from './steps.ts'

test.each([
  [0, 250],
  [3999, 250],
  [4000, 500],
  [8000, 1000],
  [16_000, 2000],
  [3_600_000, 2000],
])('after %i ms a step on a moved clock takes %i ms', (waitedMs, step) => {
  expect(stepAfter(waitedMs, true)).toBe(step)
})

test('in real time steps do not grow: they are no requests', () => {
  expect(stepAfter(3_600_000, false)).toBe(250)
})
