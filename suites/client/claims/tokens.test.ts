import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { performance, sent, straight, trace } from '../testing/trace.ts'
import { endsOn401, renewsAfter401, renewsBeforeExpiry, reusesItsToken } from './tokens.ts'

const REUSE = 'client-reuses-its-token'
const RENEW = 'client-renews-after-401'
const LOOP = 'client-does-not-loop-on-401'
const EXPIRY = 'client-refreshes-before-expiry'
const also =
  (...more: Parameters<typeof performance>[0]) =>
  () =>
    trace(performance([...straight(), ...more]))
/** A token of five seconds that is used three seconds after its end, on a machine that was held up for so many milliseconds. */
const heldUp = (heldUpMs: number) =>
  trace({
    ...performance([
      sent('token', { at: 0, answer: JSON.stringify({ expires_in: 5 }) }),
      sent('status', { at: 8010, token: 'expired', status: 401 }),
    ]),
    heldUpMs,
  })
/** The beginning of a journey that a refusal ends, with the given number of tokens. */
const short = (...troubles: Parameters<typeof performance>[0]) =>
  trace(performance([...straight().slice(0, 2), ...troubles, sent('policy', { at: 50, status: 400 })]))
const refused = (count: number) =>
  trace(performance(Array.from({ length: count }, (_, at) => sent('submit', { at, status: 401 }))))

/** Polls in groups of three requests: one with an old refused token, one for a new token, and the repeated poll. */
const refusedEach = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = 11_000 + 2500 * index
    return [
      sent('status', { at, state: 'bound', status: 401, token: 'refused' }),
      sent('token', { at: at + 10 }),
      sent('status', { at: at + 20, state: 'bound' }),
    ]
  }).flat()

testSessionClaims(
  'tokens',
  await loadSpec(),
  [reusesItsToken, renewsAfter401, endsOn401, renewsBeforeExpiry],
  [
    {
      requirement: REUSE,
      with: 'a token for each of two workers',
      change: also(sent('token', { at: 5 })),
      expected: 'passed',
    },
    {
      requirement: REUSE,
      with: 'a token for each step',
      change: also(...Array.from({ length: 4 }, (_, at) => sent('token', { at: 5 + at }))),
      expected: 'failed',
    },
    {
      requirement: REUSE,
      with: 'a new token for each of three requests that were sent side by side with the refused one',
      change: also(...refusedEach(3)),
      expected: 'passed',
    },
    {
      requirement: REUSE,
      with: 'a refused token that is kept, so that each request has a 401 and a new token of its own',
      change: also(...refusedEach(8)),
      expected: 'failed',
    },
    {
      requirement: REUSE,
      with: 'two tokens in a journey that is soon over',
      change: () => short(sent('token', { at: 20 })),
      expected: 'cannot-tell',
    },
    {
      requirement: REUSE,
      with: 'three tokens in a journey that is soon over',
      change: () => short(sent('token', { at: 20 }), sent('token', { at: 30 })),
      expected: 'failed',
    },
    {
      requirement: REUSE,
      with: 'a new token after a 5xx and a lost connection',
      change: () =>
        short(
          ...[sent('status', { at: 20, status: 503 }), sent('token', { at: 21 })],
          ...[sent('status', { at: 30, status: 'lost' }), sent('token', { at: 31 })],
        ),
      expected: 'passed',
    },
    { requirement: RENEW, with: 'as it is', expected: 'cannot-tell' },
    {
      requirement: RENEW,
      with: 'a new token and the request again',
      change: also(
        sent('policy', { at: 11_000, status: 401, token: 'refused' }),
        sent('token', { at: 11_010 }),
        sent('policy', { at: 11_020 }),
      ),
      expected: 'passed',
    },
    {
      requirement: RENEW,
      with: 'a token endpoint that is out of order after a 401',
      change: also(
        sent('policy', { at: 11_000, status: 401, token: 'refused' }),
        sent('token', { at: 11_010, status: 503 }),
      ),
      expected: 'cannot-tell',
    },
    {
      requirement: RENEW,
      with: 'a bind that is refused for its key',
      change: also(sent('bind', { at: 11_000, status: 401, key: 'none' })),
      expected: 'cannot-tell',
    },
    {
      requirement: RENEW,
      with: 'three polls that begin with the old token',
      change: also(...refusedEach(3)),
      expected: 'passed',
    },
    {
      requirement: RENEW,
      with: 'four polls that begin with the old token',
      change: also(...refusedEach(4)),
      expected: 'failed',
    },
    {
      requirement: RENEW,
      with: 'the request again with the old token',
      change: also(
        sent('policy', { at: 11_000, status: 401, token: 'refused' }),
        sent('policy', { at: 11_020, status: 401, token: 'refused' }),
      ),
      expected: 'failed',
      finding: { observed: 'no new token was fetched' },
    },
    { requirement: LOOP, with: 'a few attempts', change: () => refused(5), expected: 'passed' },
    { requirement: LOOP, with: 'many attempts', change: () => refused(40), expected: 'failed' },
    { requirement: LOOP, with: 'as it is', expected: 'cannot-tell' },
    { requirement: EXPIRY, with: 'one token', expected: 'cannot-tell' },
    {
      requirement: EXPIRY,
      with: 'two tokens',
      change: also(sent('token', { at: 5000 })),
      expected: 'passed',
    },
    {
      requirement: EXPIRY,
      with: 'an expired token',
      change: also(sent('status', { at: 12_000, token: 'expired', status: 401 })),
      expected: 'failed',
    },
    {
      requirement: EXPIRY,
      with: 'a token that expired long before, on a machine that was held up',
      change: () => heldUp(2000),
      expected: 'failed',
    },
    {
      requirement: EXPIRY,
      with: 'a token that expired while the machine was held up',
      change: () => heldUp(4000),
      expected: 'cannot-tell',
    },
  ],
)
