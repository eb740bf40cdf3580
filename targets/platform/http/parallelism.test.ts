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
  return { most: parallelism.most(), isSlow: parallelism.isSlow() }
}

test('a slow target that serves many side by side is asked by many at once', async () => {
  expect((await sent(() => 300)).most).toBe(32)
})

test('one that serves one after the other is asked by no more than before', async () => {
  expect((await sent((atOnce) => 40 * atOnce)).most).toBe(8)
})

test('one that serves twenty side by side is asked by no more than those', async () => {
  expect((await sent((atOnce) => 100 * Math.max(1, atOnce / 20))).most).toBe(16)
})

test('one that is fast is not asked by more', async () => {
  expect((await sent(() => 5)).most).toBe(8)
})

test('while no request waits for its turn it is learned only that answers are slow', async () => {
  expect(await sent(() => 300, { wanted: 8 })).toEqual({ most: 8, isSlow: true })
  expect(await sent(() => 30, { wanted: 8 })).toEqual({ most: 8, isSlow: false })
})

test('one that puts a request off is asked gently from then on', async () => {
  expect((await sent(() => 300, { refusedAt: 500 })).most).toBe(8)
})

test('one that answers with errors once it is asked by many is asked gently from then on', async () => {
  expect((await sent(() => 300, { failsFrom: 16 })).most).toBe(8)
})
