import type { Exchange } from '../../../conformance/exchange.ts'
import type { Moment } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { watchBreaker } from '../../../model/endpoint/breaker.ts'
import type { BreakerStep, CountedFailure, CountedFailures } from '../../../model/endpoint/entries.ts'
import { blamingOthers, readingOf, type SeenBreakers } from '../../../model/endpoint/reading.ts'
import type { DeliverySpec } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import { fewestAttempts } from '../vocabulary/attempts/copies.ts'
import { retryStepsOf } from '../vocabulary/attempts/retry-trace.ts'
import { enablingsOf, endpointsIn, isDone, isTakenAtOnce, type WatchedEndpoint } from './endpoints.ts'
import { endsTogether } from './retry-series.ts'
import { attemptsByEvent } from './series.ts'
import { byEitherClock, endOf, grainOf, isOver } from './timeline.ts'

/** How an attempt ended for the platform. `open` is one of which that is not known. */
type Ended = 'failed' | 'taken' | 'open'

/** The breakers of a ledger by the reading that their target has taken. */
export interface Breakers {
  readonly reading: CountedFailures
  readonly seen: SeenBreakers
}

/**
 * Real time, in milliseconds, that a platform gets to disable an endpoint beside its moved clock. It needs no work of others for that, and
 * scenarios that fail endpoints on purpose wait longer.
 */
const WORKS_BESIDE_MS = 500

/** The breakers of all endpoints whose status was shown; undefined where there is none. */
export const breakersIn = onceFor((facts: Facts<Spec>): Breakers | undefined => {
  const { until, spec } = facts
  const endpoints = endpointsIn(facts).filter((one) => isJudged(one, facts))
  if (until === undefined || endpoints.length === 0) return undefined
  const ledger = byEitherClock(Math.min(WORKS_BESIDE_MS, facts.target?.deadlines?.beside ?? 0), facts)
  const isLater = (from: Moment, to: Moment, ms: number) =>
    to.targetMs - from.targetMs >= ms && isOver(from.suiteMs, to, ms, ledger)
  const seenBy = (reading: CountedFailures): SeenBreakers =>
    endpoints.map((one) => {
      const own = [...operatorSteps(one), ...deliverySteps(one, facts, reading)]
      const end: BreakerStep = { kind: 'end', at: until }
      const sorted = own.sort((former, later) => former.at.suiteMs - later.at.suiteMs)
      return watchBreaker([...sorted, end], spec.delivery.breaker, isLater)
    })
  const seen = { attempts: seenBy('attempts'), events: seenBy('events') }
  const reading = readingOf(seen)
  return { reading, seen: blamingOthers(seen[reading]) }
})

/** Says whether failed attempts came with copies. It is open how many failures those are. */
export const haveFailedInCopies = onceFor((facts: Facts<Spec>): boolean =>
  endpointsIn(facts).some(
    (one) =>
      isJudged(one, facts) &&
      eventsOf(facts)(one).some(({ hasCopies, missed }) => hasCopies && missed.length > 0),
  ),
)

/**
 * Where a clock is moved, a busy platform may miss its own deadlines (R26, R27). So an endpoint that took all of several attempts at once
 * decides nothing. Where nothing listened, attempts failed of which nothing is known.
 */
function isJudged(
  { shown, isKnownWhole, arrivals }: WatchedEndpoint,
  { exchanges, spec }: Facts<Spec>,
): boolean {
  if (shown.length === 0 || !isKnownWhole || arrivals.some(({ receivedAt }) => receivedAt === undefined))
    return false
  const isMoved = exchanges.some(({ action }) => action?.name === 'advance_clock')
  return !(isMoved && arrivals.length >= spec.delivery.breaker.failures && arrivals.every(isTakenAtOnce))
}

const overAt = (one: Exchange): Moment => {
  const { suiteMs, targetMs } = endOf(one)
  return { suiteMs: suiteMs + grainOf(one), targetMs }
}

const startOf = ({ startedAt: suiteMs, targetMs }: Exchange): Moment => ({ suiteMs, targetMs })

/** The status of a deleted endpoint is open: one that is kept out of use may be shown as disabled. */
function operatorSteps(endpoint: WatchedEndpoint): readonly BreakerStep[] {
  const { deletion, shown } = endpoint
  const isThere = (read: Exchange) => deletion === undefined || endOf(read).suiteMs <= deletion.startedAt
  return [
    ...shown.flatMap(({ status, read }): BreakerStep[] =>
      isThere(read) && (status === 'enabled' || status === 'disabled')
        ? [
            { kind: 'asked', id: read.id, at: startOf(read) },
            { kind: 'shown', id: read.id, status, at: overAt(read) },
          ]
        : [],
    ),
    ...enablingsOf(endpoint).flatMap((one): BreakerStep[] => [
      { kind: 'enabling', at: startOf(one) },
      ...(isDone(one) ? [{ kind: 'enabled' as const, at: overAt(one) }] : []),
    ]),
  ]
}

/** Says whether a delivery came while no other endpoint had the same address. */
const isUnshared =
  ({ sharedFrom = Number.POSITIVE_INFINITY }: WatchedEndpoint) =>
  ({ receivedAt = 0 }: Arrival): boolean =>
    receivedAt < sharedFrom

/** The attempts at each event of an endpoint. Both readings count the same ones. */
const eventsOf = onceFor((facts: Facts<Spec>) =>
  onceFor((endpoint: WatchedEndpoint) => eventsAt(endpoint.arrivals.filter(isUnshared(endpoint)), facts)),
)

function deliverySteps(
  endpoint: WatchedEndpoint,
  facts: Facts<Spec>,
  reading: CountedFailures,
): readonly BreakerStep[] {
  const { delivery } = facts.spec
  const isOwn = isUnshared(endpoint)
  const own = endpoint.arrivals.filter(isOwn)
  const attempts = own.map((one): BreakerStep => ({ kind: 'attempt', id: one.id, at: arrivedAt(one) }))
  // Whose a delivery to a shared address is shows only in its signature.
  const others = endpoint.atAddress.filter((one) => !isOwn(one) && endedFor(one, delivery) !== 'taken')
  const events = eventsOf(facts)(endpoint)
  const failures =
    reading === 'attempts' ? failedAttempts(events) : failedEvents(events, delivery.attempts.length)
  return [
    ...attempts,
    ...failures.flatMap(({ arrival, ...failure }) => stepsOf(arrival, failure, delivery)),
    ...others.flatMap((one) => stepsOf(one, { isSure: false }, delivery)),
  ]
}

const arrivedAt = ({ receivedAt = 0, earliest }: Arrival): Moment => ({
  suiteMs: receivedAt,
  targetMs: earliest,
})

/** The steps of a failure that an attempt completed. */
function stepsOf(
  arrival: Arrival,
  { isSure, first = arrival }: { readonly isSure: boolean; readonly first?: Arrival },
  { deadline }: DeliverySpec,
): readonly BreakerStep[] {
  const { earliest, latest, ended, receivedAt = 0, openMs = 0, besideMs = 0 } = arrival
  const most = ended ?? latest + deadline.failureMs
  const failure: CountedFailure = {
    ...{ least: earliest, most, besideMs, begunMs: first.receivedAt ?? 0 },
    isSure: isSure && ended !== undefined,
  }
  return [
    { kind: 'may-fail', failure, at: { suiteMs: receivedAt, targetMs: latest } },
    { kind: 'failed', failure, at: { suiteMs: receivedAt + openMs, targetMs: most } },
  ]
}

/** Says how an attempt ended. A success that took long by the target's clock may have come too late. */
function endedFor(arrival: Arrival, { deadline }: DeliverySpec): Ended {
  const { answered, earliest, ended, openMs = 0, besideMs, unanswered } = arrival
  if (answered.kind !== 'answer' || answered.status < 200 || answered.status > 299) return 'failed'
  const { delayMs = 0 } = answered
  if (delayMs >= deadline.failureMs) return 'failed'
  if (unanswered === true || ended === undefined || delayMs > deadline.successMs) return 'open'
  return ended - earliest + (besideMs === undefined ? 0 : openMs) >= deadline.ms ? 'open' : 'taken'
}

interface Failed {
  /** The attempt that completed it, and the first one that belongs to it. */
  readonly arrival: Arrival
  readonly first?: Arrival
  readonly isSure: boolean
}

/** Attempts at one event, as a retry schedule with copies. */
interface EventAttempts {
  /** All that did not certainly end with success. */
  readonly missed: readonly Arrival[]
  /** Those that have certainly failed, and are no copies. */
  readonly sure: readonly Arrival[]
  /** True where several workers may send an event. */
  readonly hasCopies: boolean
}

function eventsAt(arrivals: readonly Arrival[], { spec, target }: Facts<Spec>): readonly EventAttempts[] {
  const { delivery } = spec
  const slackMs = target?.deadlines?.delivery ?? delivery.tolerance.late.ms
  const endedOf = (one: Arrival) => endedFor(one, delivery)
  const events = attemptsByEvent(arrivals, spec).map((attempts) => ({
    attempts,
    steps: retryStepsOf({ attempts, slackMs, heldUpMs: 0 }, delivery),
  }))
  // Among copies it is open which attempt is one, so only those count that cannot be.
  const hasCopies = events.some(({ steps }) => steps.some(({ copies }) => copies.length > 0))
  return events.map(({ attempts, steps }) => {
    const own = hasCopies ? fewestAttempts(attempts) : steps.map(({ attempt }) => attempt)
    // Where copies ended otherwise, each goes on at moments of its own, and none of them shows how many attempts there were.
    const isClear = steps.every((step) => endsTogether(step, delivery))
    return {
      missed: attempts.filter((one) => endedOf(one) !== 'taken'),
      sure: isClear ? own.filter((one) => endedOf(one) === 'failed') : [],
      hasCopies,
    }
  })
}

/** Failed attempts. A copy of another need not count. */
const failedAttempts = (events: readonly EventAttempts[]): readonly Failed[] =>
  events.flatMap(({ missed, sure }) => missed.map((arrival) => ({ arrival, isSure: sure.includes(arrival) })))

/**
 * Events that failed for good. Where attempts come with copies, an event may fail for each worker that sends it. Any attempt may be the
 * last one of its worker.
 */
function failedEvents(events: readonly EventAttempts[], most: number): readonly Failed[] {
  return events.flatMap(({ missed, sure, hasCopies }): Failed[] => {
    const last = sure[most - 1]
    return missed
      .filter((one, place) => one === last || (hasCopies ? place + 1 >= most : (place + 1) % most === 0))
      .map((arrival) => ({ arrival, isSure: arrival === last, first: missed[0] ?? arrival }))
  })
}
