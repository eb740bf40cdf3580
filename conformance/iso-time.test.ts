import { expect, test } from 'vitest'
import { liesBetween, msNear, readIso } from './iso-time.ts'

const MOMENT = Date.parse('2026-03-01T10:00:00.000Z')

test.each([
  ['2026-03-01T10:00:00.000Z', true, true],
  ['2026-03-01T12:00:00,000+02:00', true, true],
  ['2026-03-01T12:00+02', true, true],
  ['20260301T100000Z', true, false],
  ['2026-03-01T10:00:00', false, true],
  ['20260301T100000.0', false, false],
])('%s is read', (text, zoned, extended) => {
  expect(readIso(text)).toEqual({ ms: MOMENT, zoned, extended })
})

test.each([
  'Sun, 01 Mar 2026 10:00:00 GMT',
  '1772359200',
  '2026-02-30T10:00:00Z',
  '2026-03-01',
  '',
  5,
  undefined,
])('%j is not read', (value) => {
  expect(readIso(value)).toBeUndefined()
})

test.each([
  ['2026-03-01T10:00:30Z', true],
  ['2026-03-01T12:00:30Z', false],
  // Times without a zone: right in New York, right in India, right in no zone.
  ['2026-03-01T05:00:30', true],
  ['2026-03-01T15:30:30', true],
  ['2026-03-01T10:07:30', false],
  ['1970-01-01T10:00:30', false],
])('whether %s may lie in the minute after ten is %s', (text, isInside) => {
  const time = readIso(text)
  expect(time && liesBetween(time, MOMENT, MOMENT + 60_000)).toBe(isInside)
})

test.each([
  ['2026-03-01T05:00:00', MOMENT],
  ['2026-03-01T05:10:00', MOMENT - 5 * 60_000],
  ['2026-03-01T05:00:00Z', MOMENT - 5 * 3_600_000],
  ['2026-02-20T05:00:00', Date.parse('2026-02-20T05:00:00Z')],
])('%s means one moment near another', (text, ms) => {
  const time = readIso(text)
  expect(time && msNear(time, MOMENT)).toBe(ms)
})
