import { expect, test } from 'vitest'
import { printable, shorten } from './printable.ts'

test.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['a\nb\tc\r', 'a\\nb\\tc\\x0d'],
  ['\u009b2J', '\\x9b2J'],
  ['\u202egnp.exe', '\\u{202e}gnp.exe'],
  ['\ud800', '\\u{d800}'],
  ['Zoë 株式会社 🎉', 'Zoë 株式会社 🎉'],
])('%j reads %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('a long text is cut and says its length, and no character is cut in two', () => {
  expect(shorten('abcdef', 3)).toBe('abc… (6 characters)')
  expect(shorten('ab🎉', 3).isWellFormed()).toBe(true)
  expect(shorten('abc', 3)).toBe('abc')
})
