import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger, Moment } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { LAG_MS } from '../vocabulary/quotes/poll.ts'

/** When an exchange was over. A move of the clock is over when the target's time has moved. */
export const endOf = ({ startedAt, elapsedMs, targetMs, action }: Exchange): Moment => ({
  suiteMs: startedAt + elapsedMs,
  targetMs: targetMs + (action?.milliseconds ?? 0),
})

/** The precision of the suite's clock, in milliseconds. */
export const GRAIN_MS = 0.001

/** By how much an exchange may have begun later than it says, in milliseconds. Earlier versions of the suite wrote whole ones. */
export const grainOf = ({ startedAt }: Exchange): number => (Number.isInteger(startedAt) ? 1 : GRAIN_MS)

/** Moments of a ledger with the latest time that the target may have had then, in order. */
const momentsIn = onceFor(({ exchanges, arrivals = [] }: Ledger): readonly Moment[] => {
  const sent = exchanges.flatMap((one) => [{ suiteMs: one.startedAt, targetMs: one.targetMs }, endOf(one)])
  const received = arrivals.flatMap(({ receivedAt: suiteMs, latest }) =>
    suiteMs === undefined ? [] : [{ suiteMs, targetMs: latest }],
  )
  return [...sent, ...received].sort((one, other) => one.suiteMs - other.suiteMs)
})

/** The moments, each with the earliest target time of those that follow: it grows, so that it can be searched. */
const byTarget = onceFor((ledger: Ledger): readonly Moment[] => {
  let least = Number.POSITIVE_INFINITY
  const moments = [...momentsIn(ledger)].reverse().map(({ suiteMs, targetMs }) => {
    least = Math.min(least, targetMs)
    return { suiteMs, targetMs: least }
  })
  return moments.reverse()
})

/** The number of moments, from the first on, that fulfil a condition which none fulfils again once one does not. */
function countWhile(moments: readonly Moment[], holds: (moment: Moment) => boolean): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = moments[middle]
    if (one !== undefined && holds(one)) low = middle + 1
    else high = middle
  }
  return low
}

/** Less than the suite's clock shows: what follows a moment is later by so much. */
const AFTER_MS = 0.0005

/**
 * The earliest moment that a read may be about, on the suite's clock. A platform may announce first and store afterwards, or read
 * from a replica. It may lag by the target's time, and by real time where it works beside a clock that is moved.
 */
export function readFrom({ startedAt, targetMs }: Exchange, ledger: Ledger): number {
  const moments = byTarget(ledger)
  const before = moments[countWhile(moments, (one) => one.targetMs <= targetMs - LAG_MS) - 1]
  const byClock = before === undefined ? Number.NEGATIVE_INFINITY : before.suiteMs + AFTER_MS
  return Math.min(byClock, ledger.target?.deadlines?.beside === 0 ? startedAt : startedAt - LAG_MS)
}

/** Moments at which exchanges began, each with the latest target time that had been reached by its end. */
const reachedIn = onceFor((exchanges: readonly Exchange[]): readonly Moment[] => {
  let most = 0
  return exchanges
    .map((one) => ({ suiteMs: one.startedAt, targetMs: endOf(one).targetMs }))
    .sort((one, other) => one.suiteMs - other.suiteMs)
    .map(({ suiteMs, targetMs }) => {
      most = Math.max(most, targetMs)
      return { suiteMs, targetMs: most }
    })
})

/**
 * The ledger of a target that may work by the machine, however its clock is moved. Such work gets its whole time in reality, too.
 *
 * @param ms how long the work may take
 */
export function byEitherClock(
  ms: number,
  { exchanges, target }: Pick<Ledger, 'exchanges' | 'target'>,
): Pick<Ledger, 'exchanges' | 'target'> {
  const deadlines = target?.deadlines
  if (deadlines === undefined || deadlines.beside === 0) return { exchanges, ...(target && { target }) }
  return { exchanges, target: { ...target, deadlines: { ...deadlines, beside: ms } } }
}

/** Says whether so much time lies between two moments: of the target, and in reality what its work may take beside its clock. */
export function isOver(
  from: number,
  to: Moment,
  ms: number,
  { exchanges, target }: Pick<Ledger, 'exchanges' | 'target'>,
): boolean {
  const reached = reachedIn(exchanges)
  const begunMs = reached[countWhile(reached, ({ suiteMs }) => suiteMs <= from) - 1]?.targetMs ?? 0
  const besideMs = Math.min(ms, target?.deadlines?.beside ?? ms)
  return to.targetMs - begunMs >= ms && to.suiteMs - from >= besideMs
}
