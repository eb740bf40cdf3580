import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { loadSpec } from '../../../spec/index.ts'
import {
  again,
  brokenRequirements,
  carrying,
  event,
  OTHER,
  polls,
  READY,
  STATEMENTS,
  spacedTimes,
  submitted,
  verdictsOf,
  withToken,
} from '../testing/recorded.ts'
import { QUOTE, sent } from '../testing/trace.ts'
import { NOT_RECORDED } from './index.ts'

const spec = await loadSpec()
test('each statement about clients is decided by recordings, or says why it is not', () => {
  const decided = new Set(STATEMENTS.map(({ requirement }) => requirement))
  const rows = spec.requirements.filter(
    (one) => one.side === 'client' && spec.holds(one) && !one.excluded && !one.judgedBy,
  )
  expect(rows.filter(({ id }) => decided.has(id) === NOT_RECORDED.has(id)).map(({ id }) => id)).toEqual([])
})

const EXPIRED = carrying(sent('status', { at: 3_620_000, status: 401, state: 'pending' }), 'a')

describe('a wrong client', () => {
  test.each<[string, string, readonly Exchange[]]>([
    [
      'polls every second',
      'client-polls-no-faster-than-2-seconds',
      [submitted(), ...polls(spacedTimes(1000, 8))],
    ],
    [
      'polls every second on a busy machine',
      'client-polls-no-faster-than-2-seconds',
      [submitted(), ...polls([2000, 3000, 4010, 5020, 6500, 7490, 8500, 9510, 10_500])],
    ],
    [
      'polls on at a settled state',
      'client-stops-at-declined',
      [submitted(), ...polls(spacedTimes(2200, 6), { state: 'declined' })],
    ],
    [
      'fetches a token for each poll',
      'client-reuses-its-token',
      [submitted(), ...polls(spacedTimes(2200, 5)).flatMap((one, place) => withToken(one, `t${place}`))],
    ],
    ['sends an expired token', 'client-refreshes-before-expiry', [...withToken(submitted(), 'a'), EXPIRED]],
    [
      'goes on with a refused token',
      'client-renews-after-401',
      [
        ...withToken(submitted(), 'a'),
        ...polls(spacedTimes(2200, 6), { status: 401 }).map((one) => carrying(one, 'a')),
      ],
    ],
    [
      'never gives up on a 401',
      'client-does-not-loop-on-401',
      [submitted(), ...polls(spacedTimes(2200, 14), { status: 401 })],
    ],
    [
      'repeats a refused request',
      'client-does-not-retry-400',
      again('submit', spacedTimes(1000, 5), { status: 400, body: { a: 1 } }),
    ],
    [
      'repeats without longer pauses',
      'client-backs-off-exponentially',
      [submitted(), ...polls(spacedTimes(1000, 6), { status: 503 })],
    ],
    [
      'does not wait for a proposal',
      'client-waits-on-409',
      [submitted(), ...again('quote-proposal', spacedTimes(50, 8), { status: 409 })],
    ],
    [
      'asks again for a proposal that there is not',
      'client-gives-up-on-404',
      [submitted(), ...again('quote-proposal', spacedTimes(2000, 6), { status: 404 })],
    ],
    [
      'binds a quote that is declined',
      'client-bind-only-when-ready',
      [submitted(), ...polls([2000], { state: 'declined' }), sent('bind', { at: 2100, status: 409 })],
    ],
    [
      'updates a quote in review',
      'client-update-only-where-it-applies',
      [submitted(), ...polls([2000], { state: 'underwriter_review' }), sent('update', { at: 2100 })],
    ],
  ])('that %s breaks that statement alone', (_, requirement, exchanges) => {
    expect(brokenRequirements(exchanges)).toEqual([requirement])
  })
})

describe('a right client', () => {
  const twoTabs = [...spacedTimes(2200, 6), ...spacedTimes(2200, 6, 2700)]
  test.each<[string, readonly Exchange[], Partial<Ledger>?]>([
    [
      'in two tabs of a browser, each at its pace',
      [submitted(), ...polls(twoTabs.toSorted((a, b) => a - b))],
    ],
    [
      'that polls two quotes in turn',
      [
        submitted(),
        sent('submit', {
          at: 1,
          answer: JSON.stringify({ data: { quote_id: OTHER, quote_status: 'pending' } }),
        }),
        ...polls(spacedTimes(2200, 6)),
        ...polls(spacedTimes(2200, 6, 3100), { quoteId: OTHER }),
      ],
    ],
    [
      'whose polls are at whole seconds, as some tools write them',
      [submitted(), ...polls([2000, 4000, 6000, 7000, 10_000, 12_000])],
    ],
    ['whose user reloads the page', [submitted(), ...polls(spacedTimes(700, 4), { state: 'ready_to_bind' })]],
    [
      'that comes back to a quote in review each minute',
      [submitted(), ...polls(spacedTimes(60_000, 9), { state: 'underwriter_review' })],
    ],
    [
      'of several programs that share a token which has just expired',
      [
        ...withToken(submitted(), 'a'),
        ...Array.from({ length: 9 }, (_, place) =>
          carrying(sent('status', { at: 2000 + place, quoteId: `${OTHER}${place}`, status: 401 }), 'a'),
        ),
      ],
    ],
    [
      'that is a program for each step, with a token for each start',
      [submitted(), ...READY, sent('bind', { at: 2100 })].flatMap((one, place) =>
        withToken(one, `t${place}`),
      ),
    ],
    [
      'that waits as long as Retry-After says, each time',
      [submitted(), ...polls(spacedTimes(5000, 6), { status: 503 }).map(afterFive)],
    ],
    [
      'that learned from an event that it may bind',
      [submitted(), sent('bind', { at: 3000 })],
      { arrivals: [event(2900, QUOTE)] },
    ],
    [
      'whose computer set its clock back before it binds',
      [submitted(), ...polls([2000]), { ...sent('bind', { at: 4500 }), startedAt: -500 }],
      { arrivals: [event(4000, QUOTE)] },
    ],
    [
      'that binds at once behind the read, with times that were rounded',
      [submitted(), ...READY, sent('bind', { at: 2003 })],
    ],
    [
      'of a quote that is older than the recording',
      [sent('bind', { at: 10 }), ...polls(spacedTimes(2200, 5, 2000))],
    ],
    [
      'that reads the proposal while it waits for the policy, whatever a person sent before',
      [
        submitted(),
        ...READY,
        sent('bind', { at: 2100 }),
        ...polls(spacedTimes(2200, 4, 4300), { state: 'bound' }),
      ],
    ],
  ])('%s breaks nothing', (_, exchanges, more) => {
    expect(brokenRequirements(exchanges, more)).toEqual([])
  })

  test('whose bind may have been sent elsewhere may poll on at ready_to_bind', () => {
    const exchanges = [submitted(), ...polls(spacedTimes(2200, 8), { state: 'ready_to_bind' })]
    expect(brokenRequirements(exchanges, { whole: ['deliveries'] })).toEqual([])
    expect(brokenRequirements(exchanges)).toEqual(['client-stops-at-ready-to-bind'])
  })

  test('is not judged over time where nobody knows how long answers took', () => {
    const unknown = polls(spacedTimes(1000, 8)).map((one) => ({ ...one, elapsedMs: 3_600_000 }))
    const all = [submitted(), ...unknown]
    expect(brokenRequirements(all)).toEqual([])
    expect(verdictsOf(all).get('client-polls-no-faster-than-2-seconds')).toBe('cannot-tell')
  })

  test('is judged by its other quotes where the time of an answer about one is not known', () => {
    const unknown = { ...sent('status', { at: 900, quoteId: OTHER }), elapsedMs: 3_600_000 }
    const all = [submitted(), unknown, ...polls(spacedTimes(1000, 8))]
    expect(brokenRequirements(all)).toEqual(['client-polls-no-faster-than-2-seconds'])
  })
})

test('each event is read once, for all requests and statements', () => {
  let reads = 0
  const arrivals = Array.from({ length: 50 }, (_, place) => ({
    ...event(2000 + 100 * place, OTHER),
    get body() {
      reads += 1
      return '{}'
    },
  }))
  brokenRequirements(
    [submitted(), ...polls(spacedTimes(2200, 50)), ...again('submit', spacedTimes(50, 50), { status: 503 })],
    {
      arrivals,
    },
  )
  expect(reads).toBe(arrivals.length)
})

function afterFive(one: Exchange): Exchange {
  if (one.answer === undefined) return one
  return { ...one, answer: { ...one.answer, headers: [['retry-after', '5']] } }
}
