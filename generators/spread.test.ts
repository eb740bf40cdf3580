import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const letters = (text: string): readonly string[] => [...text]

test('what is chosen shows together what none shows by itself', () => {
  expect(spread(['ab', 'abc', 'd', 'bcd', 'e'], letters, 3)).toEqual(['abc', 'bcd', 'e'])
})

test('no more are chosen than there are, and some that show nothing new where more are wanted', () => {
  expect(spread(['a', 'a'], letters, 3)).toEqual(['a', 'a'])
  expect(spread([], letters, 2)).toEqual([])
})
