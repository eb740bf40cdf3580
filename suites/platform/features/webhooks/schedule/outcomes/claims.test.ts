import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt, breaches } from '../../../../vocabulary/attempts/testing.ts'
import { outcomeClaims } from './claims.ts'
import type { OutcomesTrace } from './trace.ts'
import { DELIVERED, LATER, laterScript, NOT_DELIVERED, ok } from './ways.ts'

const spec = await loadSpec()

const delivered = Object.fromEntries(
  Object.entries(DELIVERED).map(([way, answered]) => [
    way,
    [[attemptAt(0, { answered })], [attemptAt(0, { answered })]],
  ]),
)
const failed = Object.fromEntries(
  Object.entries(NOT_DELIVERED).map(([way, script]) => [
    way,
    [[...script, ok].map((answered, place) => attemptAt(place * 10_000, { answered }))],
  ]),
)
const later = Object.fromEntries(
  Object.entries(LATER).map(([way, failures]) => [
    way,
    [0, 1].map(() =>
      laterScript(failures)
        .slice(0, -1)
        .map((answered, place) => attemptAt(place * 1000, { answered })),
    ),
  ]),
)
const [SECOND = '', THIRD = ''] = Object.keys(LATER)
const right: OutcomesTrace = {
  attempts: { ...delivered, ...failed, ...later },
  trapped: [],
  watchedMs: 40_000,
  heldUpMs: 0,
}

const broken = (
  attempts: Readonly<Record<string, readonly (readonly Arrival[])[]>>,
  some: Partial<OutcomesTrace> = {},
) => breaches(outcomeClaims, { ...right, ...some, attempts: { ...right.attempts, ...attempts } }, spec)

/** The same attempts, with a further one after the last. */
const again = (endpoints: readonly (readonly Arrival[])[] = [], afterMs = 3000) =>
  endpoints.map((attempts) => [
    ...attempts,
    attemptAt((attempts.at(-1)?.latest ?? 0) + afterMs, { answered: ok }),
  ])

test('right outcomes break nothing', () => {
  expect(broken({})).toEqual([])
})

describe('one wrong outcome is found', () => {
  test.each<[string, Parameters<typeof broken>[0], readonly string[]]>([
    ['a 204 that is repeated', { 204: again(delivered['204']) }, ['delivery-any-2xx-is-success']],
    [
      'a silent receiver that is waited for longer by a moved clock',
      {
        'silence-by-the-clock': [
          [attemptAt(0, { answered: { kind: 'silence' }, ended: 11_000, openMs: 900 })],
          ...(failed['silence-by-the-clock'] ?? []),
        ],
      },
      ['answer-at-9-seconds-is-failure: at attempt 1, by the moved clock'],
    ],
    [
      'a repeat that took seven seconds and is made again',
      { [SECOND]: again(later[SECOND], 9000) },
      ['answer-at-7-seconds-is-success: at attempt 2'],
    ],
    [
      'a third attempt that took seven seconds and is made again',
      { [THIRD]: again(later[THIRD], 12_000) },
      ['answer-at-7-seconds-is-success: at attempt 3'],
    ],
    [
      'a megabyte that is repeated',
      { megabyte: again(delivered.megabyte, 9000) },
      ['delivery-status-line-decides: of a megabyte'],
    ],
    [
      'the Timestamp of a request that was refused before',
      { 'nobody-listening': [[attemptAt(7000, { timestamp: '2026-03-01T12:00:00.000Z', answered: ok })]] },
      ['delivery-timestamp-of-the-attempt: after refused connections'],
    ],
    ['a receiver that is down', { 'nobody-listening': [[]] }, ['delivery-refusal-is-failure']],
  ])('%s', (_, attempts, expected) => {
    expect(broken(attempts)).toEqual(expected)
  })
})

test('copies that come at once are legal, answered or not', () => {
  const twice = Object.fromEntries(
    Object.entries(right.attempts).map(([way, endpoints]) => [
      way,
      endpoints.map((attempts) =>
        attempts.flatMap((one) => [one, attemptAt(one.latest + 100, { answered: one.answered })]),
      ),
    ]),
  )
  expect(broken(twice)).toEqual([])
})

/** With a fraction of a second: a time without one may be rounded. */
const FIRST_MS = 123

/** Two deliveries to each of two endpoints, the second one after so much real time beside the moves of the clock. */
const ranOn = (statedMs: number, besideMs?: number) => {
  const [first, further] = [FIRST_MS, FIRST_MS + statedMs].map((at) => attemptAt(at, { answered: ok }))
  if (!first || !further) throw new Error('two attempts')
  const times = { earliest: first.latest + 185, latest: first.latest + 435 }
  const beside = besideMs !== undefined && { besideMs }
  return [1, 2].map(() => [
    { ...first, ...(beside && { besideMs: 0 }) },
    { ...further, ...times, ...beside },
  ])
}

test('timestamps that are a second apart show a repeat where a moved clock also runs on', () => {
  expect(broken({ 204: ranOn(1000, 800) })).toEqual(['delivery-any-2xx-is-success'])
})

test.each([
  ['half a second apart, as a copy may be on a busy machine', ranOn(500, 800)],
  ['a second apart by two clocks, on a clock that stands still', ranOn(1000, 100)],
  ['a second apart by two clocks, on real time', ranOn(1000)],
])('a copy is legal with timestamps that are %s', (_, endpoints) => {
  const everywhere = Object.fromEntries(Object.keys(DELIVERED).map((way) => [way, endpoints]))
  expect(broken({ 204: endpoints })).toEqual([])
  expect(broken(everywhere)).toEqual([])
})

/** Two answers after seven seconds that their platform did not wait for, and the next attempt, which a clock that runs on hides. */
const unawaited = (nextMs: number) =>
  [1, 2].map(() => [
    attemptAt(FIRST_MS, {
      ...{ answered: { kind: 'answer', status: 200, delayMs: 7000 }, unanswered: true, ended: 81 },
      ...{ earliest: 0, latest: 0, besideMs: 0, openMs: 4842 },
    }),
    attemptAt(FIRST_MS + nextMs, { earliest: 81, latest: 81, besideMs: 6500, answered: ok }),
  ])

test.each([
  ['after the deadline and a delay, by its timestamps', 9059, []],
  ['long before the deadline is over', 2000, ['answer-at-7-seconds-is-success']],
])('an attempt whose answer nobody waited for is followed by another one %s', (_, nextMs, expected) => {
  expect(broken({ 'seven-seconds': unawaited(nextMs) })).toEqual(expected)
})

test('where the suite was held up nothing is held against the platform', () => {
  expect(broken({ 204: again(delivered['204']) }, { heldUpMs: 600 })).toEqual([])
})
