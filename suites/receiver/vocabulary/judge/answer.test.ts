import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answered } from '../../testing/trace.ts'
import { isAcceptedInTime } from './answer.ts'

const spec = await loadSpec()

test('a delivery is taken in time by its status and its moment', () => {
  expect(isAcceptedInTime(answered(200, 7000), spec)).toBe(true)
  expect(isAcceptedInTime(answered(200, 9000), spec)).toBe(false)
  expect(isAcceptedInTime(answered(401), spec)).toBe(false)
})
