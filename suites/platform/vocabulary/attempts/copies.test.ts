import { expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { DeliveryClock } from '../time/delivery-clock.ts'
import { asRetries, fewestAttempts, withoutCopies } from './copies.ts'
import { timestampOf } from './moment.ts'
import { attemptAt } from './testing.ts'

const secondApart = (_number: number, previous: { attempt: { latest: number } }, next: { latest: number }) =>
  Math.abs(next.latest - previous.attempt.latest - 1000) < 300

const read = (...moments: readonly number[]) =>
  asRetries(
    moments.map((ms) => attemptAt(ms)),
    3,
    undefined,
    secondApart,
  ).map(({ attempt, copies }) => [attempt.latest, ...copies.map(({ latest }) => latest)])

test.each<[readonly number[], readonly (readonly number[])[]]>([
  [
    [0, 1000, 2000],
    [[0], [1000], [2000]],
  ],
  [
    [0, 0, 1000, 1100, 2000],
    [[0, 0], [1000, 1100], [2000]],
  ],
  [
    [0, 200, 1200, 2200],
    [[0, 200], [1200], [2200]],
  ],
  [[], []],
])('attempts at %j are read as %j', (moments, retrySteps) => {
  expect(read(...moments)).toEqual(retrySteps)
})

test('what comes within a quarter of a second is a copy, and what comes later a further attempt', () => {
  const own = withoutCopies([0, 100, 250, 1000, 1251].map((ms) => attemptAt(ms)))
  expect(own.map(({ latest }) => latest)).toEqual([0, 1000, 1251])
})

test('whatever may be a copy is left out of the fewest attempts', () => {
  const moved = { earliest: 0, latest: 2000 }
  const own = fewestAttempts([attemptAt(2000, moved), attemptAt(2100, moved), attemptAt(4000)])
  expect(own.map(({ latest }) => latest)).toEqual([2000, 4000])
})

test('timestamps tell attempts of one long move apart, where each came with a copy', () => {
  const at = (besideMs: number) => ({ ...attemptAt(besideMs), earliest: 0, latest: 5000, besideMs })
  const [first, second] = [
    [at(37), at(97)],
    [at(1037), at(1097)],
  ]
  expect(fewestAttempts([...first, ...second])).toEqual([first[0], second[0]])
  // The copy of one attempt was held up, so that another seems to have none.
  expect(fewestAttempts([at(37), at(1097), at(2037)])).toEqual([at(37)])
})

test('an attempt that a long move of the clock hides is no copy where the timestamps show it later', () => {
  const attempts = [attemptAt(0), attemptAt(30_000, { earliest: 100, latest: 54_000 })]
  const momentOf = (one: Arrival) => timestampOf(one) ?? { least: 0, most: 0 }
  const clock = { runsOn: false, agrees: () => true, momentOf, latestEndOf: () => 0 }
  const counted = (given?: DeliveryClock) => asRetries(attempts, 3, given, () => false).length
  expect([counted(clock), counted()]).toEqual([2, 1])
})

test('of five hundred deliveries at once each is read, as an attempt or a copy', () => {
  const retrySteps = read(...Array.from({ length: 500 }, (_, place) => place / 10))
  expect(retrySteps.flat()).toHaveLength(500)
})

test('where a clock also runs on by itself, real time and the header tell a repeat from a copy', () => {
  const [first, copy, late, repeat] = [
    { besideMs: 0, sentMs: 0 },
    { besideMs: 300, sentMs: 300 },
    { besideMs: 900, sentMs: 20 },
    { besideMs: 1250, sentMs: 1250 },
  ].map(({ besideMs, sentMs }) => ({ ...attemptAt(sentMs), earliest: 0, latest: 0, besideMs }))
  if (!first || !copy || !late || !repeat) throw new Error('four attempts')
  expect(withoutCopies([first, copy, late, repeat])).toEqual([first, repeat])
})
