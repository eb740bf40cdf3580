import { expect, test } from 'vitest'
import { nextStep, stepAfter } from './steps.ts'

test.each([
  [0, 250],
  [7999, 250],
  [8000, 500],
  [16_000, 1000],
  [32_000, 2000],
  [3_600_000, 2000],
])('after %i ms a step on a moved clock takes %i ms', (waitedMs, step) => {
  expect(stepAfter(waitedMs, true)).toBe(step)
})

test('in real time steps do not grow: they are no requests', () => {
  expect(stepAfter(3_600_000, false)).toBe(250)
})

test('steps end at multiples of their length, and at the end of the wait', () => {
  expect([nextStep(9000, 500, 700), nextStep(300, 500, 700)]).toEqual([300, 300])
})
