import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { delivered, iso, spec, submission } from '../vocabulary/events/testing.ts'
import { timeClaims } from './delivery-times.ts'

const HOUR_MS = 3_600_000
const DATA = { quoteId: 'q-1' }
const SENT = [submission('q-1', 'maple')]

const verdictOf = (
  requirement: string,
  arrivals: readonly Arrival[],
  exchanges: readonly Exchange[] = SENT,
) =>
  timeClaims<readonly Arrival[]>((all) => all)
    .find((one) => one.requirement === requirement)
    ?.judge(arrivals, { spec, exchanges }).kind

test.each([
  [iso(1000), 'passed'],
  [iso(1000 + 59_000), 'passed'],
  [iso(1000 + 2 * HOUR_MS), 'failed'],
  [iso(1000 - 4 * 60_000), 'failed'],
  [iso(1000 - 5 * HOUR_MS).replace('Z', ''), 'passed'],
  ['now', 'cannot-tell'],
])('an attempt at one second whose Timestamp is %s has %s', (header, kind) => {
  expect(verdictOf('delivery-timestamp-by-the-platform-clock', [delivered({ data: DATA, header })])).toBe(
    kind,
  )
})

test('a clock that was moved shows in created_at where Date stands still', () => {
  const moved = submission('q-1', 'maple', 26 * HOUR_MS, 0)
  const attempt = delivered({ data: DATA, at: 26 * HOUR_MS + 1000 })
  expect(verdictOf('delivery-timestamp-by-the-platform-clock', [attempt], [moved])).toBe('passed')
})

test('a moved clock may also have run on by itself since the nearest answer', () => {
  const later = (besideMs: number, statedMs = 90_000) => ({
    ...delivered({ data: DATA, at: 1000, header: iso(statedMs) }),
    besideMs,
  })
  const requirement = 'delivery-timestamp-by-the-platform-clock'
  expect(verdictOf(requirement, [later(45_000, 41_000)])).toBe('passed')
  // The real moment may lie anywhere in these 95 seconds.
  expect(verdictOf(requirement, [later(95_000)])).toBe('cannot-tell')
  expect(verdictOf(requirement, [later(95_000), later(45_000, 41_000)])).toBe('passed')
  expect(verdictOf(requirement, [later(10_000)])).toBe('failed')
})

test('a Date that stands still while the clock is moved shows nothing where it is all there is', () => {
  const bare = [0, 26 * HOUR_MS].map((targetMs) => {
    const { body: _, ...request } = submission('q-1', 'maple', targetMs, 0).request
    return { ...submission('q-1', 'maple', targetMs, 0), operation: 'status' as const, request }
  })
  const attempt = delivered({ data: DATA, at: 26 * HOUR_MS + 1000 })
  expect(verdictOf('delivery-timestamp-by-the-platform-clock', [attempt], bare)).toBe('cannot-tell')
})

test('without an answer of the quote API nothing shows the clock', () => {
  expect(verdictOf('delivery-timestamp-by-the-platform-clock', [delivered({})], [])).toBe('cannot-tell')
})

test.each([
  [iso(500), 'passed'],
  ['1970-01-21T12:00:00.000Z', 'failed'],
  [iso(HOUR_MS), 'failed'],
  [iso(-HOUR_MS), 'failed'],
])('an event between submission and first attempt whose time is %s has %s', (timestamp, kind) => {
  const arrivals = [delivered({ data: DATA, body: { timestamp } })]
  expect(verdictOf('payload-timestamp-in-its-time', arrivals)).toBe(kind)
})

test('the first attempt counts, not the one that is checked', () => {
  const late = { timestamp: iso(10 * 60_000) }
  const arrivals = [
    delivered({ id: 'e', data: DATA, at: 1000, body: late }),
    delivered({ id: 'e', data: DATA, at: 10 * 60_000, body: late }),
  ]
  expect(verdictOf('payload-timestamp-in-its-time', arrivals)).toBe('failed')
})

test('an event of a quote that somebody else made has no earliest time', () => {
  const arrivals = [delivered({ data: { quoteId: 'q-9' }, body: { timestamp: '1970-01-21T12:00:00Z' } })]
  expect(verdictOf('payload-timestamp-in-its-time', arrivals)).toBe('cannot-tell')
})
