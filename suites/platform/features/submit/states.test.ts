import { expect, test } from 'vitest'
import { stateCodes } from '../../../../generators/test-data.ts'
import { marketsOf } from './states.ts'

test.each([0, 7, -3, 2 ** 31])('each state is there, whatever the seed is: %i', (seed) => {
  const markets = marketsOf(seed)
  expect(new Set(markets.map(({ state }) => state))).toEqual(new Set(stateCodes))
  expect(markets.every(({ limit, retention }) => limit > 0 && retention > 0)).toBe(true)
})

test('a large state comes with small and large amounts in each combination', () => {
  const large = marketsOf(7).filter(({ state }) => state === 'CA')
  for (const [limit, retention] of [
    [500_000, 2500],
    [500_000, 50_000],
    [5_000_000, 2500],
    [5_000_000, 50_000],
  ])
    expect(large).toContainEqual({ state: 'CA', limit, retention })
})
