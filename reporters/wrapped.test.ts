import { expect, test } from 'vitest'
import { wrapped } from './wrapped.ts'

test('a text is broken between words, and a word that is too wide stands alone', () => {
  expect(wrapped('one two three-and-more four', 8)).toEqual(['one two', 'three-and-more', 'four'])
})
