import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import {
  again,
  brokenRequirements,
  carrying,
  OTHER,
  polls,
  READY,
  spacedTimes,
  submitted,
  verdictsOf,
  withToken,
} from '../testing/recorded.ts'
import { sent } from '../testing/trace.ts'

const quoteOf = (number: number): string => `${OTHER.slice(0, -1)}${number}`

const submittedAs = (at: number, quoteId: string): Exchange =>
  sent('submit', { at, answer: JSON.stringify({ data: { quote_id: quoteId, quote_status: 'pending' } }) })

const grant = (at: number, bearer: string): Exchange => ({
  ...sent('token', { at, answer: JSON.stringify({ access_token: 'x', expires_in: 3600 }) }),
  issues: bearer,
})

/** Each request with the token of another worker, in turn. */
const inTurn = (requests: readonly Exchange[], bearers: readonly string[]): readonly Exchange[] =>
  requests.map((one, place) => carrying(one, bearers[place % bearers.length] ?? ''))

const WORKERS = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6']

/** Workers of a queue, which take up each poll in turn; each has fetched one token. */
const queue: readonly Exchange[] = [
  ...WORKERS.slice(0, 4).map((name, place) => grant(place, name)),
  ...[1, 2, 3, 4].flatMap((number) => [
    submittedAs(100 * number, quoteOf(number)),
    ...inTurn(
      polls(spacedTimes(2500, 6, 2000 + 100 * number), { quoteId: quoteOf(number) }),
      WORKERS.slice(0, 4),
    ),
  ]),
]

const withoutBody = (one: Exchange): Exchange => {
  const { body: _, ...request } = one.request
  return { ...one, request: { ...request, cut: true } }
}

const refused = (times: readonly number[]) => again('submit', times, { status: 400, body: {} })

describe('several right clients', () => {
  test.each<[string, readonly Exchange[]]>([
    ['that are workers of a queue, with one token each', queue],
    [
      'that poll at the pace, half a pause apart',
      [
        submitted(),
        ...polls([...spacedTimes(2000, 6), ...spacedTimes(2000, 6, 2950)].toSorted((a, b) => a - b)),
      ],
    ],
    [
      'that poll at the pace a third of a pause apart',
      [submitted(), ...polls([2000, 2620, 3300, 4001, 4633, 5304, 6007, 6622, 7310, 8000, 8640, 9310])],
    ],
    [
      'with tokens of their own that poll half a pause apart',
      [submitted(), ...inTurn(polls(spacedTimes(1000, 12)), ['w1', 'w2'])],
    ],
    [
      'with tokens of their own that read an issued quote once each',
      [
        submitted(),
        ...READY,
        sent('bind', { at: 2500 }),
        ...inTurn(polls(spacedTimes(2600, 6, 4600), { state: 'issued' }), WORKERS),
      ],
    ],
    ['that are refused for bodies which were not recorded', refused(spacedTimes(2000, 6)).map(withoutBody)],
    ['that are tests with tokens of their own', inTurn(refused(spacedTimes(300, 6)), WORKERS)],
    [
      'that are tests, each of which fetches a token',
      refused(spacedTimes(300, 6)).flatMap((one, place) => withToken(one, `t${place}`)),
    ],
    [
      'that submit one quote each second through an outage',
      again('submit', spacedTimes(1000, 8), { status: 503 }),
    ],
    [
      'that submit one quote each second before, in and after an outage',
      [
        ...again('submit', spacedTimes(1000, 3), {}),
        ...again('submit', spacedTimes(1000, 8, 5000), { status: 503 }),
        ...again('submit', spacedTimes(1000, 3, 13_000), {}),
      ],
    ],
  ])('%s break nothing', (_, exchanges) => {
    expect(brokenRequirements(exchanges)).toEqual([])
  })
})

test('a client that fetches a token for each round over its quotes uses each token often enough', () => {
  const numbers = [1, 2, 3, 4]
  const rounds = ['t1', 't2', 't3', 't4'].flatMap((name, round) => {
    const at = 2200 * (round + 1)
    const reads = numbers.flatMap((number) => polls([at + number], { quoteId: quoteOf(number) }))
    return [grant(at, name), ...reads.map((one) => carrying(one, name))]
  })
  const all = [...numbers.map((number) => submittedAs(number, quoteOf(number))), ...rounds]
  expect(brokenRequirements(all)).toEqual([])
  expect(verdictsOf(all).get('client-reuses-its-token')).toBe('passed')
})

describe('one wrong client', () => {
  test.each<[string, string, readonly Exchange[]]>([
    [
      'polls fast with one token, beside another client',
      'client-polls-no-faster-than-2-seconds',
      [
        submitted(),
        ...polls(spacedTimes(1000, 10)).map((one) => carrying(one, 'a')),
        ...polls(spacedTimes(2200, 4, 2500)).map((one) => carrying(one, 'b')),
      ],
    ],
    [
      'never gives up on a 401, with a new token each time',
      'client-does-not-loop-on-401',
      [
        submitted(),
        ...polls(spacedTimes(2200, 14), { status: 401 }).flatMap((one, place) => withToken(one, `t${place}`)),
      ],
    ],
    [
      'submits again each second until it is served',
      'client-backs-off-exponentially',
      [...again('submit', spacedTimes(1000, 6), { status: 503 }), sent('submit', { at: 8000 })],
    ],
  ])('that %s is found', (_, requirement, exchanges) => {
    expect(brokenRequirements(exchanges)).toEqual([requirement])
  })
})
