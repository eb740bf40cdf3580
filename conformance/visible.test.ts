import { expect, test } from 'vitest'
import { unseenIn, visible } from './visible.ts'

test.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['a\nb\tc\r', 'a\\nb\\tc\\x0d'],
  ['\u009b2J', '\\x9b2J'],
  ['\u202egnp.exe', '\\u{202e}gnp.exe'],
  ['\ud800', '\\u{d800}'],
  ['\ufeff{}', '\\u{feff}{}'],
  ['a\u00a0b\u3000c\u2009d', 'a\\xa0b\\u{3000}c\\u{2009}d'],
  ['a\u200b\u00ad\u2060b', 'a\\u{200b}\\xad\\u{2060}b'],
  ['\u3164\u2800\u034f', '\\u{3164}\\u{2800}\\u{34f}'],
  ['Zoë  株式会社 🎉', 'Zoë  株式会社 🎉'],
])('%j reads %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test.each([
  ['secret\n', 'it ends with a line end (U+000A)'],
  ['secret\r', 'it ends with a line end (U+000D)'],
  ['secret ', 'it ends with a blank (U+0020)'],
  [' secret', 'it begins with a blank (U+0020)'],
  ['\ufeffsecret', 'it begins with a byte order mark (U+FEFF)'],
  ['sec\u200bret', 'it has an invisible character (U+200B) inside'],
  ['sec\u00a0ret', 'it has a blank (U+00A0) inside'],
  ['\n', 'it begins with a line end (U+000A)'],
  ['a secret of words', undefined],
  ['Grüße🎉', undefined],
  ['', undefined],
])('of %j it says: %s', (text, reported) => {
  expect(unseenIn(text)).toBe(reported)
})
