import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { DeliverySpec } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import type { RetryStep } from '../vocabulary/attempts/copies.ts'
import { boundsBefore, delayBefore, retryStepsOf } from '../vocabulary/attempts/retry-trace.ts'
import { boundsOf, ranOut } from '../vocabulary/attempts/timing.ts'
import { quoteIdIn } from '../vocabulary/events/event.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'
import type { Bounds } from '../vocabulary/time/decide.ts'
import { deliveryClockOf } from '../vocabulary/time/delivery-clock.ts'
import type { Span } from '../vocabulary/time/span.ts'
import { type AttemptSeries, seriesIn } from './series.ts'
import { hadTime, isRested, tookLater, wasEnabled, wasInService } from './service.ts'
import { isOver } from './timeline.ts'

/** A series of attempts as a retry schedule. */
export interface RetrySeries extends AttemptSeries {
  /** The attempts, each with its copies. */
  readonly steps: readonly RetryStep[]
  /**
   * How many of them, from the first on, were certainly made in the order of the schedule. Each followed a failed one, and none may have
   * been kept back while its endpoint was out of service.
   */
  readonly known: number
  readonly slackMs: number
  readonly heldUpMs: number
}

/** The series of a ledger as retry schedules; none where the slack of the target is not known. */
export const retrySeriesIn = onceFor((facts: Facts<Spec>): readonly RetrySeries[] => {
  const { target, until, arrivals = [], spec } = facts
  const slackMs = target?.deadlines?.delivery
  if (slackMs === undefined) return []
  const clock = deliveryClockOf(arrivals)
  const heldUpMs = until?.heldUpMs ?? 0
  return seriesIn(facts).map((series) => {
    const given = { attempts: series.attempts, slackMs, heldUpMs }
    const steps = retryStepsOf(given, spec.delivery, clock)
    const known = isWhole(series, facts) ? knownOf(series, steps, spec.delivery, slackMs) : 0
    return { ...series, steps, known, slackMs, heldUpMs }
  })
})

/** The ids of the quotes that were made within a ledger. */
const quotesMadeIn = onceFor(
  ({ exchanges }: Facts<Spec>): ReadonlySet<string | undefined> =>
    new Set(exchanges.flatMap((one) => (one.operation === 'submit' ? [quoteIdOf(one)?.toLowerCase()] : []))),
)

/** Says whether the first attempts are there. An endpoint that was registered by hand may get repeats from before the ledger began. */
const isWhole = ({ endpoint, attempts: [first] }: AttemptSeries, facts: Facts<Spec>): boolean =>
  endpoint.types !== undefined || (first !== undefined && quotesMadeIn(facts).has(quoteIdIn(first) ?? ''))

function knownOf(
  { endpoint }: AttemptSeries,
  steps: readonly RetryStep[],
  delivery: DeliverySpec,
  slackMs: number,
): number {
  const isNext = (step: RetryStep, place: number): boolean => {
    const previous = steps[place - 1]
    if (previous === undefined) return true
    const { least } = dueAfter(previous, boundsBefore(place + 1, previous, { delivery, slackMs }), delivery)
    return (
      hasFailed(previous, delivery) &&
      endsTogether(previous, delivery) &&
      !wasEnabled(endpoint, least, step.attempt.receivedAt ?? Number.POSITIVE_INFINITY)
    )
  }
  const end = steps.findIndex((step, place) => !isNext(step, place))
  return end === -1 ? steps.length : end
}

/**
 * Says whether an attempt and its copies ended alike. Where one was answered and another ran into its deadline, the next attempt may
 * follow either. Copies may come from several workers, and each of those keeps the schedule.
 */
export const endsTogether = ({ attempt, copies }: RetryStep, delivery: DeliverySpec): boolean =>
  copies.every((one) => ranOut(one, delivery) === ranOut(attempt, delivery))

/** Time after an attempt should have come at the latest, in milliseconds: a platform may read its clock only now and then. */
const AFTER_MS = 1000

/**
 * Returns for how long after the last attempt nothing came, in milliseconds of target time. Undefined where another one was not certainly
 * owed (R25). It is owed at an endpoint in service that was watched until then, if the clock did not pass over that time.
 */
export function missedFor(one: RetrySeries, facts: Facts<Spec>): number | undefined {
  const { endpoint, steps, known, slackMs } = one
  const { spec, until } = facts
  const last = steps.at(-1)
  if (last === undefined || known < steps.length || steps.length >= spec.delivery.attempts.length)
    return undefined
  const bounds = boundsBefore(steps.length + 1, last, { delivery: spec.delivery, slackMs })
  const due = dueAfter(last, bounds, spec.delivery)
  const { deletion } = endpoint
  const watchedTo = deletion === undefined ? until : { ...deletion, suiteMs: deletion.startedAt }
  if (watchedTo === undefined) return undefined
  const end = watchedTo.targetMs
  const { receivedAt = 0, openMs = 0 } = last.attempt
  const isOwed =
    hasFailed(last, spec.delivery) &&
    due.most + AFTER_MS <= end &&
    // A platform that works beside its clock needs real time, too (R25).
    isOver(receivedAt + openMs, watchedTo, bounds.late + AFTER_MS, facts) &&
    isRestedFor(one, steps.length + 1, facts) &&
    (wasInService(endpoint, due, facts, spec.delivery.breaker.failures) ||
      lacksSeveral(one, due, spec.delivery))
  return isOwed ? end - last.attempt.latest : undefined
}

/** A busy machine may lose one attempt, but hardly so many in a row. */
const SEVERAL = 3

/**
 * Says whether several attempts were due and none came, although a delivery of another event did after all of them. So the endpoint was
 * in service, and could be reached, however busy this machine was meanwhile.
 */
function lacksSeveral({ endpoint, steps, slackMs }: RetrySeries, due: Span, delivery: DeliverySpec): boolean {
  const further = delivery.attempts.slice(steps.length + 1, steps.length + SEVERAL)
  if (endpoint.types === undefined || !endpoint.isHeard || further.length + 1 < SEVERAL) return false
  const lateMs = further.map(
    ({ delayMs }) => boundsOf(delayMs, delivery, slackMs).late + delivery.deadline.failureMs,
  )
  return tookLater(endpoint, { least: due.least, most: lateMs.reduce((sum, ms) => sum + ms, due.most) })
}

/** The latest target time at which the next attempt may come; undefined where none is owed. */
export function nextDue(
  { steps, known, slackMs }: RetrySeries,
  { spec: { delivery } }: Facts<Spec>,
): number | undefined {
  const last = steps.at(-1)
  if (last === undefined || known < steps.length || steps.length >= delivery.attempts.length) return undefined
  if (!hasFailed(last, delivery)) return undefined
  return dueAfter(last, boundsBefore(steps.length + 1, last, { delivery, slackMs }), delivery).most
}

/** Says whether the moves of the clock let an attempt with a number come in its time. */
export function isRestedFor({ steps, slackMs }: RetrySeries, number: number, facts: Facts<Spec>): boolean {
  const { delivery } = facts.spec
  const previous = steps[number - 2]
  if (previous === undefined) return false
  const { late } = boundsBefore(number, previous, { delivery, slackMs })
  const dueMs = dueAt(previous, number, delivery)
  return (
    isRested({ least: dueMs, most: previous.attempt.earliest + late }, facts) &&
    hadTime(dueMs, steps[number - 1]?.attempt, facts)
  )
}

/** The target time at which an attempt is due at the latest. */
function dueAt(previous: RetryStep, number: number, delivery: DeliverySpec): number {
  const { most } = dueAfter(previous, { early: 0, late: delayBefore(number, delivery) }, delivery)
  return most + (ranOut(previous.attempt, delivery) ? delivery.deadline.ms : 0)
}

/**
 * The target time at which an attempt after another one may come, within its bounds. After a missed deadline, the bounds count from the
 * start of the earlier attempt.
 */
function dueAfter({ attempt, copies }: RetryStep, { early, late }: Bounds, delivery: DeliverySpec): Span {
  const spentMs = (one: Arrival) => (ranOut(one, delivery) ? delivery.deadline.ms : 0)
  const ends = [attempt, ...copies].map((one) =>
    Math.max(one.latest, (one.ended ?? one.latest) - spentMs(one)),
  )
  return { least: attempt.earliest + early, most: Math.max(...ends) + late }
}

/** Says whether an attempt and its copies certainly failed, and when is known (R26). */
export const hasFailed = ({ attempt, copies }: RetryStep, delivery: DeliverySpec): boolean =>
  [attempt, ...copies].every((one) => isKnownFailure(one, delivery))

function isKnownFailure(one: Arrival, delivery: DeliverySpec): boolean {
  const { answered, unanswered } = one
  if (answered.kind === 'reset') return true
  // Else nothing gave the platform the real time for its deadline.
  if (ranOut(one, delivery)) return answered.outlastsMs !== undefined
  return (
    answered.kind === 'answer' &&
    answered.status >= 300 &&
    answered.delayMs === undefined &&
    unanswered !== true
  )
}
