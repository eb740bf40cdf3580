import { expect, test } from 'vitest'
import { ResponseTimes } from './response-times.ts'

test('a single late answer does not count, and old ones are forgotten', () => {
  const times = new ResponseTimes()
  expect(times.median()).toBe(0)
  for (const ms of [2, 3, 900, 2, 3]) times.add(ms)
  expect(times.median()).toBe(3)
  for (let count = 0; count < 9; count += 1) times.add(80)
  expect(times.median()).toBe(80)
})
