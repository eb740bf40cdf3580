import { expect, test } from 'vitest'
import { orderOf } from './order.ts'

const scenarios = ['none', 'long', 'short', 'both']
const durations = { none: 100, long: 1000, short: 10, both: 90 }

test('what shows most new mutants for its time comes first, and what shows nothing new has no place', () => {
  const shownIn = [['short', 'both'], ['both'], ['both', 'long'], ['long'], ['short']]
  expect(orderOf({ scenarios, shownIn, durations })).toEqual(['both', 'short', 'long'])
})

test('the length of a scenario decides between two that show as many', () => {
  expect(orderOf({ scenarios, shownIn: [['long'], ['short']], durations })).toEqual(['short', 'long'])
})

test('of equal ones the first that is registered comes first, and one without a duration is of mean length', () => {
  const shownIn = [['a'], ['b'], ['c']]
  const input = { scenarios: ['b', 'a', 'c'], shownIn }
  expect(orderOf({ ...input, durations: {} })).toEqual(['b', 'a', 'c'])
  expect(orderOf({ ...input, durations: { a: 10, b: 90 } })).toEqual(['a', 'c', 'b'])
})

test('a scenario that is gone has no place', () => {
  expect(orderOf({ scenarios: ['here'], shownIn: [['gone'], ['here', 'gone']], durations: {} })).toEqual([
    'here',
  ])
})
