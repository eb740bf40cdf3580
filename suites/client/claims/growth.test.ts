import { expect, test } from 'vitest'
import { growth } from './growth.ts'

/** Reads series of pauses, in milliseconds. */
const read = (series: string) => series.split(', ').map((pauses) => pauses.split(' ').map(Number))

test.each([
  ['doubled pauses', '1000 2000 4000, 1010 2020 4030', undefined],
  ['two doubled pauses', '1000 2000, 1000 2010', undefined],
  ['longer by the same each time', '1000 2000 3000, 1000 2000 3000', undefined],
  ['doubled up to a bound', '500 1000 1000 1000, 500 1000 1000 1000', undefined],
  ['full jitter that happens to fall once', '900 400 3900, 10 1700 200', undefined],
  ['full jitter whose pauses happen to be equal once', '900 910 900, 10 1700 2900', undefined],
  ['no pauses', '1 2 1, 3 1 80', 'there is no pause'],
  ['equal pauses', '1000 1010 1003, 1001 1040 1000', 'the pauses are equal'],
  ['two equal pauses', '1000 1010, 1001 1040', 'the pauses are equal'],
  ['pauses around one value', '800 1200 1000, 1300 900 1100', 'the pauses stay the same'],
  ['pauses that fall', '4000 2000 900, 4000 2000 1000', 'the pauses become shorter'],
  [
    'pauses that grow and collapse',
    '480 990 2000 110 105, 500 1020 2060 100 106',
    'the pauses grow and become short again',
  ],
  [
    'pauses that grow and are then none, once in each series',
    '690 1400 5, 720 1390 6, 705 1410 5',
    'the pauses grow and become short again',
  ],
  ['full jitter that draws short last pauses', '480 990 40, 500 1020 700, 300 800 31', undefined],
  [
    'equal pauses, of which a machine held some up',
    '100 180 102 104 260 101 103, 150 101 100 190 102 100 240',
    'the pauses are equal',
  ],
  [
    'four equal pauses in each of three series, of which a machine held some up',
    '100 180 102 104, 150 101 160 100, 102 170 100 190',
    'the pauses are equal',
  ],
  [
    'growth up to a bound, of which a machine held some up',
    '100 200 400 470 401 402, 180 203 402 400 400 480',
    undefined,
  ],
  [
    'retries within retries',
    '100 100 1000 100 100 2000 100 100, 100 102 1000 101 100 2000 100 103',
    undefined,
  ],
  ['doubled pauses that begin anew', '500 1000 2000 500 1000, 500 1000 2000 500 1000', undefined],
])('%s', (_, series, breach) => {
  expect(growth(read(series))).toBe(breach)
})

test.each([
  ['two that may have grown', '1211 1050, 1220 1119', undefined],
  ['two that are too long for that', '9000 9050, 9020 9100', 'the pauses are equal'],
  ['four, which no hold-up makes equal', '1000 1010 1003 1005, 1001 1040 1000 1002', 'the pauses are equal'],
])('equal pauses beside a hold-up of half a second: %s', (_, series, breach) => {
  expect(growth(read(series), 500)).toBe(breach)
})

test('full jitter is hardly ever taken for something else', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const jitter = (attempts: number) =>
    Array.from({ length: attempts }, (_, index) => random() * Math.min(8000, 1000 * 2 ** index))
  for (const attempts of [2, 3, 4, 5, 6, 8]) {
    for (const series of [2, 3]) {
      const generated = () => growth(Array.from({ length: series }, () => jitter(attempts)))
      const wrong = Array.from({ length: 2000 }, generated).filter(Boolean)
      expect(wrong.length).toBeLessThan(20)
    }
  }
})

test.each([
  ['nearly the same since the first ones were held up', '8770 5150 4280 5450 8230 8020'],
  ['shorter since the first ones were held up', '3000 2000 1000, 3100 2100 1100'],
])('pauses that are %s may grow', (_, series) => {
  expect(growth(read(series))).toMatch(/^the pauses/)
  expect(growth(read(series), 5384)).toBeUndefined()
})

test('a short hold-up excuses no pauses that stay the same or fall', () => {
  expect(growth([[1000, 1200, 900, 1050]], 200)).toBe('the pauses stay the same')
  const falling = [3000, 2000, 1000]
  expect(growth([falling, falling], 200)).toBe('the pauses become shorter')
})
