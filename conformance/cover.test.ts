import { expect, test } from 'vitest'
import { coverOf } from './cover.ts'

const offers = new Map([
  ['small', ['a']],
  ['large', ['a', 'b', 'c']],
  ['other', ['c', 'd']],
  ['same', ['d']],
])

test.each([
  ['bcd', ['large', 'other']],
  ['abcd', ['small', 'large', 'other']],
  ['a', ['small']],
  ['d', ['other']],
  ['x', []],
  ['', []],
])('of what gives %s no more is chosen than needed', (wanted, chosen) => {
  expect(coverOf(wanted, offers)).toEqual(chosen)
})
