import { expect, test } from 'vitest'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { nextLeapYear } from './leap-day.ts'

test.each([
  ['2026-12-25', 2028],
  ['2028-02-28', 2028],
  ['2028-02-29', 2032],
  ['2096-03-01', 2104],
])('after %s the next leap day is in %i', (usual, year) => {
  expect(nextLeapYear(usual)).toBe(year)
})

test('a text that is no date has none', () => {
  expect(() => nextLeapYear('soon')).toThrow(CannotTell)
})
