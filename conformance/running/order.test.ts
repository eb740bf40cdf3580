import { expect, test } from 'vitest'
import { inOrder } from './order.ts'

const items = ['a', 'b', 'X', 'c', 'Y'].map((id) => ({ id, exclusive: id < 'a' }))
const ids = (order: readonly string[], isolates: boolean) =>
  inOrder(items, order, isolates)
    .map(({ id }) => id)
    .join('')

test('an order moves items to the front, and the others follow as they stand', () => {
  expect(ids(['c', 'gone', 'Y', 'a'], true)).toBe('cYabX')
  expect(ids([], true)).toBe('abXcY')
})

test('exclusive items keep their order where they use one target in turn', () => {
  expect(ids(['Y', 'c', 'X'], false)).toBe('cabXY')
})
