import { expect, test } from 'vitest'
import { iso } from '../../../vocabulary/events/testing.ts'
import { attemptsIn, pairsOf } from './match.ts'
import { cameAt, logEntry } from './testing.ts'

const results = (attempts: readonly { readonly at: string; readonly status: number }[]) =>
  pairsOf(
    [cameAt('e-1', 1000, 500), cameAt('e-1', 1000, 503), cameAt('e-1', 2000, 200)],
    [logEntry('e-1', attempts)],
  )
    .flatMap(({ pairs }) => pairs)
    .map(({ logged }) => logged?.result)

test('copies of one attempt may stand in any order', () => {
  const third = { at: iso(2000), status: 200 }
  const [one, other] = [500, 503].map((status) => ({ at: iso(1000), status }))
  if (one === undefined || other === undefined) throw new Error('two copies were to be made')
  expect(results([one, other, third])).toEqual([500, 503, 200])
  expect(results([other, one, third])).toEqual([500, 503, 200])
})

test('a result that nobody was answered stays beside the copy that it stands for', () => {
  const attempts = [
    { at: iso(1000), status: 404 },
    { at: iso(1000), status: 500 },
    { at: iso(2000), status: 500 },
  ]
  expect(results(attempts)).toEqual([500, 404, 500])
})

test('copies may stand behind all attempts, in a log of whole seconds or of another zone', () => {
  const zone = 5 * 3_600_000
  const attempts = [
    { at: iso(zone + 1000), status: 500 },
    { at: iso(zone + 2000), status: 200 },
    { at: iso(zone + 1000), status: 503 },
  ]
  expect(results(attempts)).toEqual([500, 503, 200])
})

test('where results are words, the nearest times tell which attempt is which', () => {
  const arrivals = [cameAt('e-1', 1000, 500), cameAt('e-1', 2000, 200)]
  const attempts = [
    { at: iso(2000), status: 'succeeded' },
    { at: iso(1000), status: 'failed' },
  ]
  const [event] = pairsOf(arrivals, [logEntry('e-1', attempts)])
  expect(event?.pairs.map(({ logged }) => logged?.result)).toEqual(['failed', 'succeeded'])
})

test('the end of an attempt without an answer may stand beside a later attempt', () => {
  const silent = { ...cameAt('e-1', 1000, 200), answered: { kind: 'silence' } as const }
  const attempts = [
    { at: iso(11_000) },
    { at: iso(11_400), status: 200 },
    // Not received yet, so that the log has more attempts than arrivals.
    { at: iso(30_000) },
  ]
  const [event] = pairsOf([silent, cameAt('e-1', 11_000, 200)], [logEntry('e-1', attempts)])
  expect(event?.pairs.map(({ logged }) => logged?.result)).toEqual([undefined, 200])
})

test.each([
  { what: 'copies of one moment', moments: [1000, 1000, 2000], attempts: 2 },
  { what: 'copies a tenth of a second later', moments: [1000, 1100, 2000, 2100], attempts: 2 },
  { what: 'attempts a second apart', moments: [1000, 2000, 4000], attempts: 3 },
])('$what are $attempts attempts', ({ moments, attempts }) => {
  expect(attemptsIn(moments.map((ms) => cameAt('e-1', ms, 500)))).toBe(attempts)
})
