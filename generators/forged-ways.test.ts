import { expect, test } from 'vitest'
import { forgedWays, forgedWayWords } from './forged-ways.ts'

const TYPES = ['quote.created', 'quote.proposalReady', 'policy.created', 'broker.added']

const FORGING = {
  faults: ['wrong', 'none', 'empty', 'short', 'long', 'of-another', 'body', 'id', 'timestamp', 'revoked'],
  secrets: ['own', 'previous'],
  brokerages: ['usual', 'another'],
} as const

const pairsOf = (words: readonly string[]) =>
  words.flatMap((word, place) => words.slice(place + 1).map((other) => `${word} & ${other}`))

test.each([1, 7, 42])('the ways of seed %d bring almost every two things together', (seed) => {
  const seen = new Set(forgedWays(TYPES, FORGING, seed, 56).map(forgedWayWords).flatMap(pairsOf))
  const parts = [5, 10, 2, 4, 2, 2, 2, 3, 5, 2, 4]
  const all = parts.flatMap((count, place) => parts.slice(place + 1).map((other) => count * other))
  const sum = all.reduce((one, other) => one + other, 0)
  expect(seen.size / sum).toBeGreaterThan(0.97)
})

test('the same seed generates the same ways', () => {
  expect(forgedWays(TYPES, FORGING, 3, 8)).toEqual(forgedWays(TYPES, FORGING, 3, 8))
})
