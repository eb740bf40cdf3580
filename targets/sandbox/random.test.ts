import { expect, test } from 'vitest'
import { startRandom } from './random.ts'

test('makes version 4 UUIDs that differ', () => {
  const random = startRandom()
  const first = random.uuid()
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(random.uuid()).not.toBe(first)
})

test('repeats itself for one seed and not for another', () => {
  const words = (seed: number) => {
    const random = startRandom(seed)
    return [random.uuid(), random.secret(), random.secret()]
  }
  expect(words(7)).toEqual(words(7))
  expect(words(7)).not.toEqual(words(8))
  expect(new Set(words(7)).size).toBe(3)
})
