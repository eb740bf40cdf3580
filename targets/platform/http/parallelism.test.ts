import { expect, test } from 'vitest'
import { Parallelism } from './parallelism.ts'

/**
 * Sends a thousand requests, and returns how many at once the limit came to allow.
 *
 * @param msOf how long an answer takes where so many requests are under way
 */
async function sent(
  msOf: (atOnce: number) => number,
  more: Partial<{ refusedAt: number; wanted: number; failsFrom: number }> = {},
) {
  const { refusedAt, wanted = 1000, failsFrom = Number.POSITIVE_INFINITY } = more
  const parallelism = new Parallelism()
  let count = 0
  const one = () =>
    parallelism.run(async () => {
      count += 1
      if (count === refusedAt) parallelism.refused()
      else {
        const most = parallelism.most()
        parallelism.answered(most >= failsFrom && count % 4 === 0 ? 500 : 200, msOf(most))
      }
    })
  for (let left = 1000; left > 0; left -= wanted) await Promise.all(Array.from({ length: wanted }, one))
  return parallelism.most()
}

test('a slow target that serves many side by side is asked by many at once', async () => {
  expect(await sent(() => 300)).toBe(32)
})

test('one that serves one after the other is asked by no more than before', async () => {
  expect(await sent((atOnce) => 40 * atOnce)).toBe(8)
})

test('one that serves twenty side by side is asked by no more than those', async () => {
  expect(await sent((atOnce) => 100 * Math.max(1, atOnce / 20))).toBe(16)
})

test('one that is fast is not asked by more', async () => {
  expect(await sent(() => 5)).toBe(8)
})

test('nothing is learned while no request waits for its turn', async () => {
  expect(await sent(() => 300, { wanted: 8 })).toBe(8)
})

test('one that puts a request off is asked gently from then on', async () => {
  expect(await sent(() => 300, { refusedAt: 500 })).toBe(8)
})

test('one that answers with errors once it is asked by many is asked gently from then on', async () => {
  expect(await sent(() => 300, { failsFrom: 16 })).toBe(8)
})
