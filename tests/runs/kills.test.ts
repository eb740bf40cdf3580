import { expect, test } from 'vitest'
import { drawFrom } from '../kills/draw.ts'
import { killed } from '../kills/kills.ts'

// `npm run test:proofs` kills it more often, and `npm run kills` still more.
test('a sandbox with --data loses nothing that it has acknowledged when it is killed', async () => {
  const { facts, received, problems } = await killed(2, 2000, drawFrom(7))
  expect(problems).toEqual([])
  expect(facts).toBeGreaterThan(10)
  expect(received).toBeGreaterThan(0)
})
