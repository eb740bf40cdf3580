import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { story } from '../ledger/testing.ts'
import { delivered } from '../vocabulary/events/testing.ts'
import { breakerStatements } from './breaker.ts'

const SECOND = 1000
/** Moments of the attempts at one event, in seconds after the first. */
const MOMENTS = [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]
/** A moment at which all have failed for good that began within a minute. */
const LATE = 310

interface Given {
  readonly event?: number
  readonly at: number
  readonly status?: number
}

const attempt = ({ event = 0, at, status = 500 }: Given): Arrival => {
  const ms = at * SECOND
  return {
    ...delivered({ id: `event ${event}`, at: ms }),
    bodySha256: `event ${event}`,
    ...{ endpoint: '/hook', receivedAt: ms, ended: ms + 1, openMs: 1, answered: { kind: 'answer', status } },
  }
}

/** All attempts at some events that begin some seconds apart. */
const failing = (events: number, attempts = MOMENTS.length): readonly Given[] =>
  Array.from({ length: events }, (_, event) =>
    MOMENTS.slice(0, attempts).map((second) => ({ event, at: second + 8 * event })),
  ).flat()

const operator = (name: string, at: number, values: Record<string, string> = {}): Exchange => ({
  id: `${name} at ${at}`,
  operation: 'operator',
  action: { name, values: { endpoint_id: 'e', ...values } },
  request: { method: 'POST', url: 'http://127.0.0.1:2/', headers: [] },
  answer: { status: 200, headers: [], body: { size: 0, sha256: '', text: '' } },
  ...{ startedAt: at * SECOND, elapsedMs: 0.5, targetMs: at * SECOND },
})
const shows = (status: string, at: number): Exchange => operator('endpoint_status', at, { status })

/** The ledger of one endpoint, until an hour later. */
function ledger(given: readonly Given[], ...further: readonly Exchange[]): Facts<Spec> {
  const { exchanges, until, ...facts } = story('register')
  const end = { targetMs: 3600 * SECOND, suiteMs: 3600 * SECOND }
  const registered = exchanges.map((one) => ({ ...one, startedAt: 0, targetMs: 0 }))
  return {
    ...{ ...facts, exchanges: [...registered, ...further] },
    arrivals: given.map(attempt).sort((one, other) => one.earliest - other.earliest),
    ...(until && { until: { ...until, ...end } }),
  }
}

const judged = (facts: Facts<Spec>) =>
  breakerStatements.flatMap(({ requirement, judge }) => {
    const verdict = judge(facts)
    return verdict === undefined ? [] : [`${requirement} ${verdict.kind}`]
  })

const OPENS = 'breaker-opens-at-five passed'
const FITS = 'breaker-fits-a-reading passed'

test('the status of a deleted endpoint says nothing about its breaker', () => {
  const facts = (...further: readonly Exchange[]) => ledger([{ at: 1, status: 200 }], ...further)
  expect(judged(facts(shows('disabled', 30)))).toContain('breaker-stays-closed-below-five failed')
  expect(judged(facts(operator('delete_endpoint', 20), shows('disabled', 30)))).toEqual([])
})

test('five failed attempts disable an endpoint, or five events that failed for good', () => {
  const byAttempts = ledger(failing(1, 5), shows('disabled', 20))
  expect(judged(byAttempts)).toEqual([OPENS, FITS])
  const byEvents = ledger(failing(5), shows('enabled', 100), shows('disabled', LATE))
  expect(judged(byEvents)).toEqual([OPENS, FITS])
})

test('neither of them does, or something between them', () => {
  const late = ['breaker-opens-at-five failed', 'breaker-fits-a-reading failed']
  expect(judged(ledger(failing(5), shows('enabled', LATE)))).toEqual(late)
  expect(judged(ledger(failing(1, 6), shows('enabled', 20), shows('disabled', 40)))).toEqual(late)
  // Six failures show nothing of the fifth one.
  expect(judged(ledger(failing(1, 6), shows('disabled', 40)))).toEqual([OPENS])
})

/** The verdicts on failures that cannot be counted. */
const UNCOUNTED = [
  'breaker-opens-at-five',
  'breaker-stays-closed-below-five',
  'breaker-forgets-after-five-minutes',
  'breaker-fits-a-reading',
].map((requirement) => `${requirement} cannot-tell`)

test('copies need not count, and may', () => {
  const twice = failing(1, 3).flatMap((one) => [one, { ...one, at: one.at + 0.1 }])
  for (const status of ['enabled', 'disabled'])
    expect(judged(ledger(twice, shows(status, 20)))).toEqual(UNCOUNTED)
})

test('with any late attempt one of several workers may have given an event up', () => {
  const later = failing(5, 9).map((one) => ({ ...one, at: one.at + 0.1 }))
  const facts = (status: string) =>
    ledger([...failing(5, 9), ...later], shows('enabled', 200), shows(status, LATE))
  for (const status of ['enabled', 'disabled']) expect(judged(facts(status))).toEqual(UNCOUNTED)
})

test('a delivery to a disabled endpoint is a breach until it is enabled', () => {
  const given = [...failing(1, 5), { event: 1, at: 100, status: 200 }]
  const shown = shows('disabled', 20)
  expect(judged(ledger(given, shown))).toContain('breaker-stops-deliveries failed')
  expect(judged(ledger(given, shown, operator('enable_endpoint', 90)))).toEqual([OPENS, FITS])
})

test('what nobody could know of decides nothing', () => {
  const { until, ...facts } = ledger([], shows('disabled', 20))
  const unheard = { ...facts, ...(until && { until: { ...until, addresses: [] } }) }
  expect(judged(unheard)).toEqual([])
  const apart = ledger(failing(1, 4), shows('disabled', 20))
  const busy = { ...apart, ...(apart.until && { until: { ...apart.until, reached: false } }) }
  expect(judged(apart)).toEqual(['breaker-stays-closed-below-five failed'])
  expect(judged(busy)).toEqual(['breaker-stays-closed-below-five cannot-tell'])
  const taken = Array.from({ length: 5 }, (_, event) => ({ event, at: event, status: 200 }))
  expect(judged(ledger(taken, shows('disabled', 20), operator('advance_clock', 10)))).toEqual([])
  expect(judged(ledger(taken, shows('disabled', 20)))).toEqual(['breaker-stays-closed-below-five failed'])
})
