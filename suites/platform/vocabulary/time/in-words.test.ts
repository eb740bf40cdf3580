import { expect, test } from 'vitest'
import { durationInWords } from './in-words.ts'

test.each([
  [940, '940 ms'],
  [77_000, '77 seconds'],
  [119_900, '120 seconds'],
  [5_400_000, '90 minutes'],
  [175_631_735, '49 hours'],
  [30 * 86_400_000, '30 days'],
])('%d ms are %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})
