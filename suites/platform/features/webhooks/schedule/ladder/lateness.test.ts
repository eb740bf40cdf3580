import { expect, test } from 'vitest'
import { attemptAt } from '../testing.ts'
import { latenessOf } from './lateness.ts'

test('a clock that ran on between two attempts does not make the first one late', () => {
  const first = attemptAt(0, { besideMs: 0 })
  const second = attemptAt(1000, { besideMs: 3000, timestamp: '2026-03-01T12:00:04.001Z' })
  const unknown = { clock: undefined, rounding: 1 }
  expect(latenessOf({ attempts: [first, second] }, first, unknown)?.least).toBeLessThanOrEqual(0)
  expect(
    latenessOf({ attempts: [first, { ...second, besideMs: 0 }] }, first, unknown)?.least,
  ).toBeGreaterThan(2900)
})
