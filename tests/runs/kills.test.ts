import { expect, test } from 'vitest'
import { killed } from '../kills/kills.ts'

/** Whole numbers that are the same in every run. */
function drawFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

test('a sandbox with --data loses nothing that it has acknowledged when it is killed', async () => {
  const { facts, received, problems } = await killed(4, 3000, drawFrom(7))
  expect(problems).toEqual([])
  expect(facts).toBeGreaterThan(10)
  expect(received).toBeGreaterThan(0)
})
