import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger, Moment } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { LAG_MS } from '../vocabulary/quotes/poll.ts'

/** When an exchange was over. A move of the clock is over when the target's time has moved. */
export const endOf = ({ startedAt, elapsedMs, targetMs, action }: Exchange): Moment => ({
  suiteMs: startedAt + elapsedMs,
  targetMs: targetMs + (action?.milliseconds ?? 0),
})

/** Moments of a ledger with the latest time that the target may have had then, in order. */
const momentsIn = onceFor(({ exchanges, arrivals = [] }: Ledger): readonly Moment[] => {
  const sent = exchanges.flatMap((one) => [{ suiteMs: one.startedAt, targetMs: one.targetMs }, endOf(one)])
  const received = arrivals.flatMap(({ receivedAt: suiteMs, latest }) =>
    suiteMs === undefined ? [] : [{ suiteMs, targetMs: latest }],
  )
  return [...sent, ...received].sort((one, other) => one.suiteMs - other.suiteMs)
})

/** Less than the suite's clock shows: what follows a moment is later by so much. */
const AFTER_MS = 0.0005

/**
 * The earliest moment that a read may be about, on the suite's clock. A platform may announce first and store afterwards, or read
 * from a replica. It may lag by the target's time, and by real time where it works beside a clock that is moved.
 */
export function readFrom({ startedAt, targetMs }: Exchange, ledger: Ledger): number {
  const before = momentsIn(ledger).findLast((one) => one.targetMs <= targetMs - LAG_MS)
  const byTarget = before === undefined ? Number.NEGATIVE_INFINITY : before.suiteMs + AFTER_MS
  return Math.min(byTarget, ledger.target?.deadlines?.beside === 0 ? startedAt : startedAt - LAG_MS)
}
