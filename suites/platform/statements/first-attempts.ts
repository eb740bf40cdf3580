import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type RetrySeries, retrySeriesIn } from '../ledger/retry-series.ts'
import { ENABLING_MS, hadTime, isRested, wasEnabled } from '../ledger/service.ts'
import { endOf } from '../ledger/timeline.ts'
import { eventTimes, isAtOnce, latenessOf } from '../vocabulary/attempts/lateness.ts'
import { boundsOf } from '../vocabulary/attempts/timing.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'
import { recordOf } from '../vocabulary/quotes/record.ts'
import type { Span } from '../vocabulary/time/span.ts'
import { momentOf } from '../vocabulary/time/stated.ts'
import { ofEachSeries } from './of-each-series.ts'

/**
 * The platform's time at the start of the ledger, in milliseconds since the epoch. The `created_at` of the last quote before an attempt
 * shows it; undefined where none does.
 */
function epochAt({ latest }: Arrival, exchanges: readonly Exchange[]): Span | undefined {
  const made = exchanges.findLast(
    (one) =>
      one.operation === 'submit' &&
      endOf(one).targetMs <= latest &&
      momentOf(recordOf(one)?.created_at) !== undefined,
  )
  const stated = made && momentOf(recordOf(made)?.created_at)
  return stated && { least: stated.least - endOf(made).targetMs, most: stated.most - made.targetMs }
}

/**
 * Judges that the first attempt at an event follows the event's own timestamp at once (8.retry, R25). A late one may have been kept back
 * until its endpoint was enabled, or while the clock was moved.
 */
function comesAtOnce(one: RetrySeries, facts: Facts<Spec>): Verdict | undefined {
  const { endpoint, attempts, known, slackMs, heldUpMs } = one
  const [first] = attempts
  // Where nothing listened at first, earlier attempts were refused.
  if (first === undefined || known === 0 || !endpoint.isHeard) return undefined
  const { exchanges, arrivals = [], spec } = facts
  const epoch = epochAt(first, exchanges)
  const lateness = latenessOf({ attempts, ...(epoch && { epoch }) }, first, eventTimes(arrivals))
  if (lateness === undefined) return undefined
  const { late } = boundsOf(0, spec.delivery, slackMs)
  const arose = { least: first.earliest - lateness.most, most: first.latest - lateness.least }
  const isOwed =
    !wasEnabled(endpoint, arose.least - ENABLING_MS, first.receivedAt ?? Number.POSITIVE_INFINITY) &&
    isRested({ least: arose.most, most: arose.most + late }, facts) &&
    hadTime(arose.most, first, facts)
  if (lateness.most > late && !isOwed) return undefined
  return isAtOnce(first, lateness, late, heldUpMs)
}

/** The statement on the first attempt at each event. */
export const firstAttemptStatement: PlatformStandingClaim = ofEachSeries(
  'retry-attempt-1',
  retrySeriesIn,
  comesAtOnce,
  ['deliveries', 'operator'],
)
