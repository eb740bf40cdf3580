import { expect, test } from 'vitest'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { story } from '../ledger/testing.ts'
import { SILENCE } from '../vocabulary/attempts/too-late.ts'
import { delivered } from '../vocabulary/events/testing.ts'
import { repeatStatements } from './repeats.ts'

const HOUR = 3_600_000

interface Given {
  readonly event: number
  readonly at?: number
  readonly status?: number
  readonly type?: string
}

const delivery = ({ event, at = 0, status = 200, type = 'quote.created' }: Given): Arrival => {
  const from = HOUR * event + at
  return {
    ...delivered({ id: `event ${event}`, type, at: from }),
    ...{ endpoint: '/hook', receivedAt: from, ended: from, answered: { kind: 'answer', status } },
  }
}

const judged = (...given: readonly Given[]) => judgedOf(given.map(delivery))

/** The verdicts on an endpoint where these deliveries arrived. */
function judgedOf(arrivals: readonly Arrival[]): Readonly<Record<string, string | undefined>> {
  const { until, ...facts } = story('register')
  const end = 1000 * HOUR
  const ledger = {
    ...{ ...facts, arrivals },
    ...(until && { until: { ...until, targetMs: end, suiteMs: end } }),
  }
  return Object.fromEntries(
    repeatStatements.map(({ requirement, judge }) => [requirement, judge(ledger)?.kind]),
  )
}

const ENDS = 'retry-ends-with-success'
const EACH = 'retry-not-after-every-success'
const taken = (count: number, from = 1) =>
  Array.from({ length: count }, (_, place): Given => ({ event: from + place }))
const repeated = (events: readonly Given[], at = 4000) => [
  ...events,
  ...events.map((one) => ({ ...one, at: (one.at ?? 0) + at })),
]

test('three successes without another attempt pass', () => {
  expect(judged(...taken(3))).toEqual({ [ENDS]: 'passed', [EACH]: 'passed' })
})

test('a copy beside an attempt is none', () => {
  expect(judged(...repeated(taken(3), 100))).toEqual({ [ENDS]: 'passed', [EACH]: 'passed' })
})

test('an attempt after a success is one, and each of three is a habit', () => {
  expect(judged(...repeated(taken(1)), ...taken(5, 2))).toEqual({ [ENDS]: 'failed', [EACH]: 'passed' })
  expect(judged(...repeated(taken(3)))).toEqual({ [ENDS]: 'failed', [EACH]: 'failed' })
})

test('of many successes, some may have lost their repeat', () => {
  expect(judged(...repeated(taken(38)), ...taken(2, 100))[EACH]).toBe('failed')
  expect(judged(...repeated(taken(34)), ...taken(6, 100))[EACH]).toBe('passed')
})

test('a habit of one event type, or one status code, is seen beside others', () => {
  const brokers = taken(4).map((one) => ({ ...one, type: 'broker.added' }))
  expect(judged(...repeated(brokers), ...taken(40, 10))[EACH]).toBe('failed')
  const empty = taken(4).map((one) => ({ ...one, status: 204 }))
  expect(judged(...repeated(empty), ...taken(40, 10))[EACH]).toBe('failed')
})

test('a habit of repeats that were answered 204 is seen', () => {
  const later = Array.from({ length: 4 }, (_, place) => 100 + place).flatMap((event): Given[] => [
    { event, status: 500 },
    { event, at: 1000, status: 204 },
    { event, at: 3000 },
  ])
  expect(judged(...later, ...taken(40).map((one) => ({ ...one, status: 204 })))[EACH]).toBe('failed')
})

test('now and then may hit all of a kind', () => {
  const brokers = taken(3).map((one) => ({ ...one, type: 'broker.added' }))
  expect(judged(...repeated(brokers), ...repeated(taken(4, 10)), ...taken(10, 20))[EACH]).toBe('passed')
})

test('a success of a copy ends nothing where its attempt failed', () => {
  const copied = [
    { event: 1, status: 500 },
    { event: 1, at: 100 },
    { event: 1, at: 1100 },
  ]
  expect(judged(...copied)).toEqual({ [ENDS]: 'passed', [EACH]: undefined })
  const refused = [{ event: 1 }, { event: 1, at: 100, status: 500 }, { event: 1, at: 1100, status: 500 }]
  expect(judged(...refused)).toEqual({ [ENDS]: undefined, [EACH]: undefined })
})

test('deliveries of which a coarse move hides whether they are copies decide nothing', () => {
  const later = { event: 1, at: 10_000 }
  const hidden = { ...delivery(later), earliest: HOUR }
  expect(judgedOf([delivery({ event: 1 }), hidden])).toEqual({ [ENDS]: undefined, [EACH]: undefined })
})

test('an attempt after a failure is right, and a success at the end decides nothing', () => {
  const failed = { event: 1, status: 500 }
  expect(judged(failed, { event: 1, at: 1000 })).toEqual({ [ENDS]: 'passed', [EACH]: undefined })
  expect(judged({ event: 1000 })).toEqual({ [ENDS]: undefined, [EACH]: undefined })
})

test('a worker goes on by itself after a copy that was answered otherwise', () => {
  const silent: Arrival = { ...delivery({ event: 1 }), answered: SILENCE }
  const others = [{ status: 500 }, { at: 1000 }, { at: 9000 }].map((one) => delivery({ event: 1, ...one }))
  expect(judgedOf([silent, ...others])[ENDS]).toBeUndefined()
  // Without the silent copy the last one is a repeat.
  expect(judgedOf(others)[ENDS]).toBe('failed')
})
