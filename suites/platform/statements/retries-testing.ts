import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { story } from '../ledger/testing.ts'
import { attemptAt } from '../vocabulary/attempts/testing.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { spec } from '../vocabulary/events/testing.ts'
import { attemptStatements } from './attempts.ts'
import { retryStatements } from './retries.ts'

/** The stated delays, in milliseconds: the first attempt has none. */
export const DELAYS = spec.delivery.attempts.map(({ delayMs }) => delayMs)
export const HOUR_MS = 3_600_000

type More = Parameters<typeof attemptAt>[1]

/** An attempt at the endpoint of a story. */
export const attemptThere = (ms: number, more: More = {}): Arrival => ({
  ...attemptAt(ms, more),
  ...{ endpoint: '/hook', receivedAt: ms },
})

/** Attempts with these delays. */
export const attempts = (delays: readonly number[] = DELAYS): readonly Arrival[] =>
  delays.map((_, place) => attemptThere(delays.slice(0, place + 1).reduce((sum, delay) => sum + delay, 0)))

/** Attempts in their times, of which one is different. */
export const withOther = (place: number, more: More) =>
  attempts().map((one, at) => (at === place ? attemptThere(one.latest, more) : one))

/** An action of the operator at the endpoint, at a moment. */
export const asOperator = (name: string, at: number, status?: string): Exchange => ({
  ...(story('register').exchanges[0] as Exchange),
  action: { name, values: { endpoint_id: 'e', ...(status !== undefined && { status }) } },
  ...{ startedAt: at, targetMs: at },
})
/** The operator shows that the endpoint is enabled. */
export const shownAt = (at: number) => asOperator('endpoint_status', at, 'enabled')
/** A move of the clock. */
export const movedAt = (at: number, milliseconds: number): Exchange => ({
  ...asOperator('advance_clock', at),
  action: { name: 'advance_clock', milliseconds },
})

/**
 * The attempts at an endpoint, the actions of the operator, the end of the watch, and how long the suite was held up, in milliseconds.
 * `reached` is false where it was too busy to answer in time.
 */
export interface GivenAttempts {
  readonly arrivals?: readonly Arrival[]
  readonly actions?: readonly Exchange[]
  readonly end?: number
  readonly heldUpMs?: number
  readonly reached?: boolean
}

function ledgerOf({
  arrivals = attempts(),
  actions = [],
  end = HOUR_MS,
  heldUpMs = 0,
  reached = true,
}: GivenAttempts): Facts<Spec> {
  const { exchanges, until, ...facts } = story('register', 'register second')
  return {
    ...facts,
    exchanges: [...exchanges.map((one) => ({ ...one, startedAt: -1000, targetMs: -1000 })), ...actions],
    arrivals,
    ...(until && { until: { ...until, targetMs: end, suiteMs: end, heldUpMs, reached } }),
  }
}

const statements = [...attemptStatements, ...retryStatements(spec)]
/** The verdicts of the statements on attempts. */
export const verdictsOn = (
  given: GivenAttempts = {},
  judging: readonly PlatformStandingClaim[] = statements,
): readonly (readonly [requirement: string, Verdict])[] =>
  judging.flatMap(({ requirement, judge }) => {
    const verdict = judge(ledgerOf(given))
    return verdict === undefined ? [] : [[requirement, verdict] as const]
  })
/** The requirements that fail. */
export const brokenBy = (given: GivenAttempts) =>
  verdictsOn(given).flatMap(([requirement, { kind }]) => (kind === 'failed' ? [requirement] : []))
/** The requirements that pass. */
export const passedBy = (given: GivenAttempts) =>
  verdictsOn(given).flatMap(([requirement, { kind }]) => (kind === 'passed' ? [requirement] : []))
