import { expect, test } from 'vitest'
import { shorten } from './printable.ts'

test('a long text is cut and says its length, and no character is cut in two', () => {
  expect(shorten('abcdef', 3)).toBe('abc… (6 characters)')
  expect(shorten('ab🎉', 3).isWellFormed()).toBe(true)
  expect(shorten('abc', 3)).toBe('abc')
})
