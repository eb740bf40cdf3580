import { expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { failed, passed } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { deliveryClockOf } from '../time/delivery-clock.ts'
import { attemptAt } from './testing.ts'
import { between, boundsOf, inBounds, mostBetween, unlessHeldUp } from './timing.ts'

const arrival = (earliest: number, latest: number, ended?: number): Arrival => ({
  id: '/a#2',
  endpoint: '/a',
  method: 'POST',
  headers: [],
  bodySha256: '00',
  earliest,
  latest,
  ...(ended !== undefined && { ended }),
  answered: { kind: 'answer', status: 500 },
  signature: { signedWith: 'current' },
})

const retryStep = (attempt: Arrival) => ({ attempt, copies: [] })

const spec = await loadSpec()

test.each([
  [1000, 2000, { early: 750, late: 3000 }],
  [60_000, 2000, { early: 54_000, late: 75_000 }],
  [1000, 9000, { early: 750, late: 10_000 }],
])('%i ms with a slack of %i ms have the bounds %j', (delayMs, slackMs, bounds) => {
  expect(boundsOf(delayMs, spec.delivery, slackMs)).toEqual(bounds)
})

test('an interval begins with the end of the attempt before it and is as unsure as both moments', () => {
  expect(between(retryStep(arrival(100, 110, 115)), arrival(1120, 1140), spec.delivery, undefined)).toEqual({
    least: 1005,
    most: 1040,
  })
  expect(between(retryStep(arrival(100, 110)), arrival(1120, 1140), spec.delivery, undefined)).toEqual({
    least: 1010,
    most: 1040,
  })
})

const bounds = { early: 750, late: 3000 }

test.each([
  ['inside', { least: 990, most: 1020 }, 'passed'],
  ['across the early bound', { least: 600, most: 760 }, 'cannot-tell'],
  ['across the late bound', { least: 2990, most: 3400 }, 'cannot-tell'],
  ['early', { least: 600, most: 740 }, 'failed'],
  ['late', { least: 3010, most: 3020 }, 'failed'],
])('an interval %s: %j has %s', (_, span, kind) => {
  expect(inBounds(arrival(0, 0), span, bounds, 0).kind).toBe(kind)
})

test('the tolerance and the error of the measurement stand in a pass and in a breach', () => {
  const good = inBounds(arrival(0, 0), { least: 990, most: 1020 }, bounds, 4)
  expect(good).toEqual({
    ...passed(
      '990 to 1020 ms (measured to within 30 ms, the suite was held up for 4 ms at most); allowed 750 to 3000 ms',
    ),
    measured: { leastMs: 990, mostMs: 1020, fromMs: 750, toMs: 3000 },
  })
  expect(inBounds(arrival(0, 0), { least: 3010, most: 3040 }, bounds, 4)).toEqual(
    failed({
      expected: '750 to 3000 ms after the attempt before it',
      observed: '3010 to 3040 ms (measured to within 30 ms, the suite was held up for 4 ms at most)',
      at: 'time',
      arrival: '/a#2',
      cause: { expected: 'each attempt in its time', observed: 'a late one' },
    }),
  )
})

test('a breach no larger than the pause of the suite itself cannot be decided', () => {
  expect(inBounds(arrival(0, 0), { least: 3400, most: 3420 }, bounds, 399).kind).toBe('failed')
  expect(inBounds(arrival(0, 0), { least: 3400, most: 3420 }, bounds, 400)).toMatchObject({
    kind: 'cannot-tell',
    cutOff: true,
  })
})

test('answers of a suite that was held up for too long decide nothing against the platform', () => {
  const breach = failed({ expected: 'no further attempt', observed: 'another one' })
  expect(unlessHeldUp(500, 500, breach)).toBe(breach)
  expect(unlessHeldUp(501, 500, breach)).toMatchObject({ kind: 'cannot-tell', cutOff: true })
  expect(unlessHeldUp(9000, 500, passed())).toEqual(passed())
})

test('where a moved clock also runs on, an attempt may have been long on its way, as its time shows', () => {
  const [first, next] = [attemptAt(3, { besideMs: 4683 }), attemptAt(9003, { besideMs: 9684 })]
  const seen = (one: Arrival, latest: number): Arrival => ({ ...one, earliest: latest, latest })
  expect(mostBetween(seen(first, 1356), seen(next, 4000))).toBe(9000)
  // Timestamps that are closer together than the arrivals do not shorten the interval.
  expect(mostBetween(seen(first, 1356), seen(next, 14_000))).toBe(12_644 + 5001)
  const { besideMs: _, ...still } = first
  expect(mostBetween(seen(still, 1356), seen(next, 4000))).toBe(2644)
})

test('timestamps narrow an interval inside what was seen, and decide where a move was long', () => {
  const [first, next] = [attemptAt(0), attemptAt(1000, { earliest: 300, latest: 7300 })]
  const sharp = attemptAt(20_013)
  const narrowed = (one: Arrival) =>
    between(retryStep(first), one, spec.delivery, deliveryClockOf([first, one, sharp, attemptAt(30_001)]))
  expect(narrowed(next)).toEqual({ least: 999, most: 1001 })
  const wrong = { ...next, headers: attemptAt(9999).headers }
  expect(narrowed(wrong)).toEqual({ least: 300, most: 7300 })
})

test('after a silent attempt the real time counts too, since its deadline may go by the machine', () => {
  const silent = attemptAt(0, { receivedAt: 100_000, answered: { kind: 'silence' } })
  const next = attemptAt(5600, { receivedAt: 109_100 })
  const clock = deliveryClockOf([silent, next, attemptAt(20_013)])
  const span = between(retryStep(silent), next, spec.delivery, clock)
  expect(span.least).toBeCloseTo(5600, -1)
  expect(span.most).toBe(spec.delivery.deadline.ms)
  const early = attemptAt(5600, { receivedAt: 105_600 })
  expect(between(retryStep(silent), early, spec.delivery, clock).most).toBeLessThan(5700)
  const answered = attemptAt(0, { receivedAt: 100_000 })
  expect(between(retryStep(answered), next, spec.delivery, clock).most).toBeCloseTo(5600, -1)
})
