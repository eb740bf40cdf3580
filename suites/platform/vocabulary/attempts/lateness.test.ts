import { expect, test } from 'vitest'
import { isAtOnce, latenessOf } from './lateness.ts'
import { attemptAt } from './testing.ts'

/** A clock that the attempts do not show. */
const UNKNOWN = { clock: undefined, rounding: 1 }

test('a clock that ran on between two attempts does not make the first one late', () => {
  const at = (real: number | undefined) => {
    const beside = (ms: number) => real !== undefined && { besideMs: ms }
    const first = attemptAt(1, { ...beside(0), earliest: 1, latest: 1 })
    const second = attemptAt(1001, { ...beside(real ?? 0), timestamp: '2026-03-01T12:00:04.001Z' })
    return latenessOf({ attempts: [first, second] }, first, UNKNOWN)?.least
  }
  expect(at(3000)).toBeLessThanOrEqual(1)
  expect(at(undefined)).toBeGreaterThan(2900)
})

test('where nothing shows the clock, an attempt may have been long on its way', () => {
  const first = attemptAt(5001, { besideMs: 3000, timestamp: '2026-03-01T12:00:00.001Z' })
  const second = attemptAt(6001, { besideMs: 3000 })
  const lateness = latenessOf({ attempts: [first, second] }, first, UNKNOWN)
  expect(lateness?.least).toBeLessThanOrEqual(1)
  expect(lateness?.most).toBeGreaterThan(4000)
})

test.each([
  [0, 'passed'],
  [-5000, 'passed'],
  [3000, 'failed'],
  [-86_400_000, 'cannot-tell'],
])('an attempt %i ms after its event', (ms, expected) => {
  expect(isAtOnce(attemptAt(1), { least: ms, most: ms }, 2000, 0).kind).toBe(expected)
})
