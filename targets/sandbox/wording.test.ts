import { expect, test } from 'vitest'
import { standardFormats } from './wording.ts'

test.each([
  [0, '$0.00'],
  [5, '$5.00'],
  [999.5, '$999.50'],
  [1000, '$1,000.00'],
  [123456.78, '$123,456.78'],
  [1_000_000, '$1,000,000.00'],
  [1e15, '$1,000,000,000,000,000.00'],
])('%d dollars are written %s', (amount, text) => {
  expect(standardFormats.money(amount)).toBe(text)
})

test('writes moments with three fractional digits in UTC, and their day', () => {
  const moment = Date.UTC(2026, 0, 2, 3, 4, 5)
  expect(standardFormats.timestamp(moment)).toBe('2026-01-02T03:04:05.000Z')
  expect(standardFormats.date(moment)).toBe('2026-01-02')
})
