import { expect, test } from 'vitest'
import { failed } from '../../../../conformance/verdict.ts'
import { allowed, decide } from './decide.ts'

const breached = () => failed({ expected: 'in time', observed: 'another time' })
const judged = (least: number, most: number) =>
  decide({ least, most }, { early: 1750, late: 4000 }, 'a text', breached)

test.each([
  [1750, 4000, 'passed'],
  [939, 12_985, 'cannot-tell'],
  [1749, 2000, 'cannot-tell'],
  [3999, 4001, 'cannot-tell'],
  [900, 1749, 'failed'],
  [4001, 5000, 'failed'],
] as const)('from 1750 to 4000 ms are allowed: %i to %i ms has %s', (least, most, kind) => {
  expect(judged(least, most).kind).toBe(kind)
})

test('what could not be decided says what was measured', () => {
  expect(judged(939, 12_985)).toEqual({
    kind: 'cannot-tell',
    why: 'it was not measured closely enough: a text',
    measured: { leastMs: 939, mostMs: 12_985, fromMs: 1750, toMs: 4000 },
  })
})

test('a bound that does not bound is not shown', () => {
  expect(allowed({ early: Number.NEGATIVE_INFINITY, late: 2000 })).toBe('0 to 2000 ms')
  expect(allowed({ early: 7750, late: Number.POSITIVE_INFINITY })).toBe('from 7750 ms')
})
