import { expect, test } from 'vitest'
import { causeKey, causeOf, folded, timesOf } from './cause.ts'
import type { Finding } from './verdict.ts'

const money = (observed: string, at: string): Finding => ({
  expected: 'money',
  observed,
  at,
  cause: { observed: 'string', place: 'a field' },
})

test('findings of one cause share a key whatever the values and the fields', () => {
  expect(causeKey(money('$1000.00', '/a'))).toBe(causeKey(money('$2500.00', '/b')))
  expect(causeKey(money('$1000.00', '/a'))).not.toBe(
    causeKey({ ...money('$1000.00', '/a'), expected: 'text' }),
  )
})

test('a finding without parts of a cause is reported by its own words', () => {
  expect(causeOf({ expected: '202', observed: '200', at: 'status' })).toEqual({
    expected: '202',
    observed: '200',
    place: 'status',
  })
})

test('of findings that say the same of one place the first and the last stay, with the number of all', () => {
  const all = [1, 2, 3, 4].map((number) => ({ ...money('$1000.00', '/a'), exchange: `s/${number}` }))
  const kept = folded([...all, money('$1000.00', '/b')], 10)
  expect(kept.map(({ exchange, at, times }) => [exchange, at, times])).toEqual([
    ['s/1', '/a', 3],
    ['s/4', '/a', undefined],
    [undefined, '/b', undefined],
  ])
  expect(timesOf(kept)).toBe(5)
})

test('beyond a bound the first ones and the last one stay, and none is lost from the count', () => {
  const many = Array.from({ length: 100 }, (_, index) => money('$1000.00', `/${index}`))
  const kept = folded(many, 10)
  expect(kept).toHaveLength(10)
  expect(kept.at(-1)?.at).toBe('/99')
  expect(timesOf(kept)).toBe(100)
})

test('few findings stay as they are', () => {
  const few = [money('$1000.00', '/a'), money('$1000.00', '/a')]
  expect(folded(few, 10)).toEqual(few)
})
