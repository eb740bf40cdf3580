import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Span } from '../vocabulary/time/span.ts'
import { enabledAt, enablingsOf, isDone, isTakenAtOnce, type WatchedEndpoint } from './endpoints.ts'
import { endOf } from './timeline.ts'

/**
 * Says whether the operator may have enabled an endpoint after a moment of target time and before one of the suite's clock. What fell due
 * in between may have been kept back until then (R27).
 */
export const wasEnabled = (endpoint: WatchedEndpoint, fromMs: number, beforeSuiteMs: number): boolean =>
  enablingsOf(endpoint).some((one) => endOf(one).targetMs > fromMs && one.startedAt < beforeSuiteMs)

/** Time until an enabling has taken effect, in milliseconds. */
export const ENABLING_MS = 3000

/**
 * Says whether an endpoint was certainly in service while an attempt was due: the breaker may count each failed attempt (R27).
 * Too few came to open it, or something shows afterwards that it is closed, or nothing failed since it was enabled.
 *
 * @param due the target time at which the attempt may have fallen due
 * @param failures the number of failures that opens the breaker
 */
export function wasInService(
  endpoint: WatchedEndpoint,
  { least, most }: Span,
  { until }: Ledger,
  failures: number,
): boolean {
  // It is not known what came before the ledger to an endpoint that somebody else registered.
  if (endpoint.types === undefined || !endpoint.isHeard || until?.reached !== true) return false
  const before = endpoint.arrivals.filter(({ earliest }) => earliest <= most)
  if (before.length < failures) return true
  const shown = [
    ...enabledAt(endpoint).flatMap(({ targetMs, suiteMs }) => (targetMs >= most ? [suiteMs] : [])),
    ...endpoint.arrivals.flatMap(({ earliest, receivedAt = 0 }) => (earliest >= most ? [receivedAt] : [])),
  ]
  if (shown.some((suiteMs) => !wasEnabled(endpoint, least, suiteMs))) return true
  const enabled = enablingsOf(endpoint).findLast(
    (one) => isDone(one) && endOf(one).targetMs + ENABLING_MS <= least,
  )
  return (
    enabled !== undefined &&
    before.every((one) => isTakenAtOnce(one) || (one.receivedAt ?? 0) + (one.openMs ?? 0) < enabled.startedAt)
  )
}

/** Says whether another delivery came to an endpoint after a time, and nobody may have enabled it in between. */
export const tookLater = (endpoint: WatchedEndpoint, { least, most }: Span): boolean =>
  endpoint.arrivals.some(
    ({ earliest, receivedAt = 0 }) => earliest >= most && !wasEnabled(endpoint, least, receivedAt),
  )

/** A shorter move of the clock makes no attempt too late, in milliseconds. */
const LONG_MOVE_MS = 1000

const longMoves = onceFor(({ exchanges }: Ledger): readonly Span[] =>
  exchanges.flatMap((one) =>
    one.action?.name === 'advance_clock' && (one.action.milliseconds ?? 0) >= LONG_MOVE_MS
      ? [{ least: one.targetMs, most: endOf(one).targetMs }]
      : [],
  ),
)

/** Real time in which a platform notices that its clock was moved, and sends what is due, in milliseconds. */
const NOTICES_MS = 150

/** Says whether a platform that works beside its moved clock had time to send what was due before it arrived. */
export function hadTime(dueMs: number, arrival: Arrival | undefined, { exchanges, target }: Ledger): boolean {
  if (arrival?.receivedAt === undefined || target?.deadlines?.beside === 0) return true
  const move = exchanges.find((one) => one.action?.name === 'advance_clock' && endOf(one).targetMs >= dueMs)
  return move === undefined || arrival.receivedAt - endOf(move).suiteMs >= NOTICES_MS
}

/** Says whether no move of the clock passed over a span: a platform may read its clock only after a move. */
export const isRested = ({ least, most }: Span, ledger: Ledger): boolean =>
  longMoves(ledger).every((move) => move.least >= least || move.most <= most)
