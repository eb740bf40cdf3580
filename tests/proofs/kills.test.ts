import { expect, test } from 'vitest'
import { drawFrom } from '../kills/draw.ts'
import { killed } from '../kills/kills.ts'

test('a sandbox with --data loses nothing that it has acknowledged, however often it is killed', async () => {
  const { facts, received, problems } = await killed(8, 3000, drawFrom(7))
  expect(problems).toEqual([])
  expect(facts).toBeGreaterThan(10)
  expect(received).toBeGreaterThan(0)
})
