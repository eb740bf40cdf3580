import { expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { attemptAt } from '../../vocabulary/attempts/testing.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import { sameAddress } from './same-address.ts'
import type { AddressTrace, Broken, Deleted, EndpointPair } from './same-address-claims.ts'

const REFUSED = { kind: 'answer', status: 500 } as const
const TAKEN = { kind: 'answer', status: 200 } as const

const first = (ms: number): Arrival => attemptAt(ms, { answered: TAKEN })
const second = (ms: number, answered: Arrival['answered'] = TAKEN): Arrival =>
  attemptAt(ms, { id: `/b#${ms}`, answered, signature: { signedWith: 'none', diagnosis: 'other-endpoint' } })

const times = [1, 2, 3].map((place) => place * 1000)
const failures = [1, 2, 3, 4, 5].map((place) => second(10_000 + place, REFUSED))
const ofBoth = times.map((ms) => [first(ms), second(ms)])
const ofSecond = times.map((ms) => [second(ms + 10)])

const broken: Broken = {
  ...{ failures, first: 'enabled', second: 'disabled' },
  accepted: [...ofBoth, ...ofSecond].flat(),
  next: [first(20_000)],
}
const pair: EndpointPair = {
  bySecond: [...ofBoth, ...ofSecond, failures].flat().flatMap(({ id }) => (id.startsWith('/b') ? [id] : [])),
  before: times.map((ms) => [first(ms - 5000)]),
  common: ofBoth,
  ofSecond,
  rotated: ofBoth,
  reached: true,
  shown: true,
  broken,
  deleted: { status: 'enabled', submitted: 'q#1', next: [first(30_000)] },
}

const differing = (change: Partial<EndpointPair>) => (): AddressTrace => ({ pair: { ...pair, ...change } })
/** Signs every delivery with the secret of the first endpoint. */
const oneSecret = (change: Partial<EndpointPair> = {}) =>
  differing({
    common: times.map((ms) => [first(ms), first(ms + 1)]),
    ofSecond: times.map((ms) => [first(ms + 10)]),
    ...change,
  })
const afterwards = (change: Partial<Broken>) => differing({ broken: { ...broken, ...change } })
const left = (change: Partial<Deleted>, more: Partial<EndpointPair> = {}) =>
  differing({ deleted: { status: 'enabled', submitted: 'q#1', next: [], ...change }, ...more })
function notDeleted(): AddressTrace {
  const { deleted: _, ...others } = pair
  return { pair: others }
}
const none = (): AddressTrace => ({})

const secret = 'signing-secret-per-endpoint'
const breaker = 'breaker-is-per-endpoint'
const gets = 'every-endpoint-gets-the-event'

testClaims(sameAddress, {
  spec,
  trace: { pair },
  rows: [
    { requirement: gets, with: 'nothing after the deletion', change: left({}), expected: 'failed' },
    {
      requirement: gets,
      with: 'no deletion',
      change: notDeleted,
      expected: 'cannot-tell',
    },
    {
      requirement: gets,
      with: 'an endpoint out of service',
      change: left({ status: 'disabled' }),
      expected: 'cannot-tell',
    },
    {
      requirement: gets,
      with: 'a busy machine',
      change: left({}, { reached: false }),
      expected: 'cut-off',
    },
    {
      requirement: secret,
      with: 'the rotated secret for both',
      change: differing({ rotated: times.map((ms) => [first(ms), first(ms + 1)]) }),
      expected: 'failed',
    },
    { requirement: secret, with: 'no second endpoint', change: none, expected: 'cannot-tell' },
    {
      requirement: secret,
      with: 'the first secret for all',
      change: oneSecret(),
      expected: 'failed',
      finding: { expected: "a signature with each endpoint's own secret" },
    },
    {
      requirement: secret,
      with: 'the second secret for all',
      change: differing({ common: times.map((ms) => [second(ms), second(ms)]) }),
      expected: 'failed',
    },
    {
      requirement: secret,
      with: 'the first secret for events of the second endpoint alone',
      change: differing({ ofSecond: times.map((ms) => [first(ms)]) }),
      expected: 'failed',
      finding: { expected: "a signature with the second endpoint's own secret" },
    },
    {
      requirement: secret,
      with: 'one delivery for both endpoints',
      change: oneSecret({ common: times.map((ms) => [first(ms)]) }),
      expected: 'cannot-tell',
    },
    {
      requirement: secret,
      with: 'one delivery for both endpoints, and a copy of each',
      change: oneSecret({ before: times.map((ms) => [first(ms), first(ms + 1)]) }),
      expected: 'cannot-tell',
    },
    {
      requirement: secret,
      with: 'copies for the second endpoint only',
      change: oneSecret({ ofSecond: [[first(10), first(11)]] }),
      expected: 'cannot-tell',
    },
    {
      requirement: secret,
      with: 'copies beside right signatures',
      change: differing({ common: times.map((ms) => [first(ms), first(ms + 1), second(ms), second(ms)]) }),
      expected: 'passed',
    },
    {
      requirement: secret,
      with: 'one event that did not come to both',
      change: differing({ common: [...ofBoth.slice(1), [first(1), first(2)]] }),
      expected: 'cannot-tell',
    },
    {
      requirement: secret,
      with: 'signatures of neither endpoint',
      change: oneSecret({ bySecond: [], common: times.map((ms) => [first(ms), second(ms)]) }),
      expected: 'cannot-tell',
    },
    {
      requirement: secret,
      with: 'a way that is not open',
      change: oneSecret({ reached: false }),
      expected: 'cut-off',
    },

    { requirement: breaker, with: 'no second endpoint', change: none, expected: 'cannot-tell' },
    {
      requirement: breaker,
      with: 'the first endpoint out of service',
      change: afterwards({ first: 'disabled', next: [] }),
      expected: 'failed',
      finding: { observed: 'disabled after 5 failures of another endpoint at its address' },
    },
    {
      requirement: breaker,
      with: 'no next event',
      change: afterwards({ next: [] }),
      expected: 'failed',
      finding: { observed: 'enabled, and no event after 5 failures of another endpoint at its address' },
    },
    {
      requirement: breaker,
      with: 'no next event, since the way is not open',
      change: () => ({ pair: { ...pair, reached: false, broken: { ...broken, next: [] } } }),
      expected: 'cut-off',
    },
    {
      requirement: breaker,
      with: 'no further quote',
      change: () => {
        const { next: _, ...rest } = broken
        return { pair: { ...pair, broken: rest } }
      },
      expected: 'cannot-tell',
    },
    {
      requirement: breaker,
      with: 'answers that may have been too late',
      change: afterwards({
        first: 'disabled',
        accepted: failures.map(({ earliest }) => ({ ...first(earliest), ended: earliest + 20_000 })),
      }),
      expected: 'cannot-tell',
    },
    {
      requirement: breaker,
      with: 'failures of the first endpoint, too',
      change: afterwards({ failures: [...failures, first(10_000)], first: 'disabled' }),
      expected: 'cannot-tell',
    },
    {
      requirement: breaker,
      with: 'a second endpoint that stays in service',
      change: afterwards({ second: 'enabled', first: 'disabled' }),
      expected: 'cannot-tell',
    },
    {
      requirement: breaker,
      with: 'endpoints that share their deliveries',
      change: oneSecret({ broken: { ...broken, first: 'disabled' } }),
      expected: 'cannot-tell',
    },
    {
      requirement: breaker,
      with: 'no status shown',
      change: differing({ shown: false }),
      expected: 'cannot-tell',
    },
  ],
})

/** Drives the scenario on a platform that answers the second registration like this. */
async function drivenWith(openBeside: () => Promise<unknown>): Promise<AddressTrace> {
  const mark = (number: number) => [{ mark: number, shownIn: [] }]
  const context = {
    webhooks: {
      open: async () => ({ id: 'e-1', secrets: () => mark(1), atAddress: () => [] }),
      openBeside,
      until: async () => true,
      watch: async () => true,
    },
    quotes: { reach: async () => ({ id: 'q', submission: {} }) },
    facts: { timing: {} },
    spec,
  } as unknown as PlatformContext
  return (await sameAddress.drive(context, new Set())) as AddressTrace
}

test.each([
  ['refuses a known address', () => Promise.reject(new CannotTell('conflict'))],
  ['returns the endpoint there', async () => ({ id: 'e-1', secrets: () => [{ mark: 2 }] })],
  ['returns its secret', async () => ({ id: 'e-2', secrets: () => [{ mark: 1 }] })],
])('a platform that %s has no pair of endpoints', async (_, openBeside) => {
  expect(await drivenWith(openBeside)).toEqual({})
})
