import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, sent, trace } from '../testing/trace.ts'
import { backsOff, retries5xx, retryCount, survivesLostConnections } from './retries.ts'

/** A status request that gets a 502 at each of these moments. */
const met = (...moments: readonly number[]) =>
  performance(moments.map((at) => sent('status', { at, status: 502 })))
const AGAIN = 'client-retries-5xx'
const GROWS = 'client-backs-off-exponentially'
const LOST = 'client-survives-a-lost-connection'

testSessionClaims(
  'retries',
  await loadSpec(),
  [retries5xx, backsOff, retryCount, survivesLostConnections],
  [
    { requirement: 'client-backs-off-exponentially', with: 'as it is', expected: 'cannot-tell' },
    { requirement: 'client-observe-retry-count', with: 'as it is', expected: 'cannot-tell' },
    { requirement: AGAIN, with: 'as it is', expected: 'cannot-tell' },
    { requirement: AGAIN, with: 'one more attempt', change: () => trace(met(0, 1000)), expected: 'passed' },
    { requirement: AGAIN, with: 'no other attempt', change: () => trace(met(0)), expected: 'failed' },
    {
      requirement: AGAIN,
      with: 'an attempt on another document only',
      change: () => trace(performance([sent('policy', { status: 500 }), sent('quote-proposal', { at: 9 })])),
      expected: 'failed',
    },
    {
      requirement: AGAIN,
      with: 'no other attempt, where one before was put off',
      change: () =>
        trace(performance([sent('status', { status: 409 }), sent('status', { at: 9, status: 500 })])),
      expected: 'failed',
    },
    {
      requirement: AGAIN,
      with: 'another attempt, and none at the next trouble',
      change: () =>
        trace(
          performance([
            ...[sent('status', { status: 500 }), sent('status', { at: 9 })],
            sent('status', { at: 99, status: 500 }),
          ]),
        ),
      expected: 'failed',
    },
    ...([1, 0] as const).map((code) => ({
      requirement: AGAIN,
      with: `no other attempt of a client whose bind was refused beside it, and which ends with ${code}`,
      change: () =>
        trace(
          performance([sent('quote-proposal', { status: 500 }), sent('bind', { at: 9, status: 400 })], {
            runs: [clientRun({ end: { kind: 'exited', code } })],
          }),
        ),
      expected: code === 1 ? ('passed' as const) : ('failed' as const),
    })),
    {
      requirement: GROWS,
      with: 'one more attempt after a second, and no other',
      change: () => trace(met(0, 1000), met(0, 1000)),
      expected: 'passed',
    },
    {
      requirement: GROWS,
      with: 'one more attempt at once, and no other',
      change: () => trace(met(0, 5), met(0, 6)),
      expected: 'failed',
    },
    {
      requirement: GROWS,
      with: 'one more attempt at once that succeeds',
      change: () => trace(performance([sent('status', { status: 502 }), sent('status', { at: 6 })])),
      expected: 'cannot-tell',
    },
    { requirement: GROWS, with: 'no other attempt', change: () => trace(met(0)), expected: 'cannot-tell' },
    {
      requirement: GROWS,
      with: 'pauses that double',
      change: () => trace(met(0, 1000, 3000, 7000), met(0, 1000, 3000, 7000)),
      expected: 'passed',
    },
    {
      requirement: GROWS,
      with: 'pauses that double, and none at the next trouble',
      change: () => {
        const twice = () =>
          performance(
            [0, 1000, 3000, 7000, 15_000, 20_000, 20_001, 20_002, 20_003, 20_004].map((at) =>
              sent('status', { at, ...(at !== 15_000 && { status: 502 }) }),
            ),
          )
        return trace(twice(), twice())
      },
      expected: 'failed',
    },
    {
      requirement: GROWS,
      with: 'a pause of a second each time',
      change: () => trace(met(0, 1000, 2000, 3000), met(0, 1000, 2000, 3000)),
      expected: 'failed',
    },
    {
      requirement: 'client-observe-retry-count',
      with: 'three more',
      change: () => trace(met(0, 1, 2, 3)),
      expected: 'observed',
    },
    { requirement: LOST, with: 'as it is', expected: 'cannot-tell' },
    {
      requirement: LOST,
      with: 'another attempt',
      change: () =>
        trace(
          performance([sent('submit', { status: 'lost' }), sent('submit', { at: 900, state: 'pending' })]),
        ),
      expected: 'passed',
    },
    {
      requirement: LOST,
      with: 'no other attempt',
      change: () => trace(performance([sent('submit', { status: 'lost' })])),
      expected: 'failed',
    },
  ],
)
