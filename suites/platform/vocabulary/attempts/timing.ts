import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../spec/delivery.ts'
import { breach } from '../events/breach.ts'
import { allowed, type Bounds, decide, shown, wholeMs } from '../time/decide.ts'
import type { DeliveryClock } from '../time/delivery-clock.ts'
import { from, overlapOf, type Span } from '../time/span.ts'
import type { RetryStep } from './copies.ts'
import { statedBetween } from './moment.ts'

/** Returns how early and how late a delay may end (R25), with the profile's slack. */
export function boundsOf(delayMs: number, { tolerance }: DeliverySpec, slackMs: number): Bounds {
  return {
    early: delayMs - Math.max(delayMs * tolerance.early.ratio, tolerance.early.ms),
    late: delayMs + Math.max(delayMs * tolerance.late.ratio, slackMs),
  }
}

/** Sum of all stated delays, in milliseconds: the duration of a retry schedule where each attempt fails at once. */
export const delaysMs = ({ attempts }: DeliverySpec): number =>
  attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)

/**
 * Longest legal duration of a number of attempts, in milliseconds. Each of them fails at once, and the next
 * one is as late as it may be.
 */
export const climbMs = (attempts: number, delivery: DeliverySpec, slackMs: number): number =>
  delivery.attempts
    .filter(({ number }) => number > 1 && number <= attempts)
    .reduce((sum, { delayMs }) => sum + boundsOf(delayMs, delivery, slackMs).late, 0)

/** How long to wait for an eleventh attempt: the longest delay, as late as it may be, and two seconds. */
export function silenceOf(delivery: DeliverySpec): number {
  const longest = Math.max(...delivery.attempts.map(({ delayMs }) => delayMs))
  return boundsOf(longest, delivery, delivery.tolerance.late.ms).late + 2000
}

/** Says whether the receiver let an attempt run into its deadline. */
export const ranOut = ({ answered }: Arrival, { deadline }: DeliverySpec): boolean =>
  answered.kind === 'silence' || (answered.kind === 'answer' && (answered.delayMs ?? 0) > deadline.ms)

/**
 * Measures from the end of one attempt, or of its last copy, to the start of the next. It measures from the
 * start where the end is not known, or where the attempt missed its deadline.
 *
 * @param clock narrows it by the timestamps of the attempts, as far as those agree with what was seen
 */
export function between(
  step: RetryStep,
  next: Arrival,
  delivery: DeliverySpec,
  clock: DeliveryClock | undefined,
): Span {
  const { least, most } = onTheClock(step, next, delivery, clock)
  if (!ranOut(step.attempt, delivery)) return { least, most }
  return { least, most: Math.max(most, Math.min(realBetween(step.attempt, next), delivery.deadline.ms)) }
}

function onTheClock(
  { attempt, copies }: RetryStep,
  next: Arrival,
  delivery: DeliverySpec,
  clock: DeliveryClock | undefined,
): Span {
  const all = [attempt, ...copies]
  /** Its end where that counts and is known, else its start. */
  const endOf = (one: Arrival) => (ranOut(one, delivery) ? undefined : one.ended)
  const ends = all.map((one) => endOf(one) ?? one.latest)
  const seen = { least: next.earliest - Math.max(...ends), most: mostBetween(attempt, next) }
  if (clock === undefined || ![...all, next].every((one) => clock.agrees(one))) return seen
  const statedEnds = all.map((one) =>
    endOf(one) === undefined ? clock.momentOf(one).most : clock.latestEndOf(one),
  )
  const stated = {
    least: clock.momentOf(next).least - Math.max(...statedEnds),
    most: from(clock.momentOf(attempt), clock.momentOf(next)).most,
  }
  return overlapOf(seen, stated) ?? seen
}

/**
 * Real milliseconds between two arrivals. A deadline may go by the machine while the schedule goes by a clock that is moved. The
 * timestamps of the platform show less of such a deadline where the moves are slower than the machine. It explains no more than the
 * deadline itself.
 */
const realBetween = ({ receivedAt: first }: Arrival, { receivedAt: second }: Arrival): number =>
  first === undefined || second === undefined ? 0 : second - first

/**
 * The least time between the arrivals of an attempt that misses its deadline and of the next one. It is shorter than the deadline,
 * since the first attempt may have been longer in transport than the next.
 */
export const leastAfterDeadline = ({ deadline, tolerance }: DeliverySpec): number =>
  deadline.ms - tolerance.early.ms

/**
 * Returns the bounds for the time between two attempts. The delay after an attempt that missed its deadline may
 * count from its start or its end. The next one never starts before the deadline is over (R25).
 */
export function boundsAfter(
  previous: Arrival,
  delayMs: number,
  delivery: DeliverySpec,
  slackMs: number,
): Bounds {
  const bounds = boundsOf(delayMs, delivery, slackMs)
  if (!ranOut(previous, delivery)) return bounds
  const { ms } = delivery.deadline
  return { early: Math.max(leastAfterDeadline(delivery), bounds.early), late: ms + bounds.late }
}

/**
 * The most milliseconds that can lie between two attempts. A moved clock may also run on by itself. Then the first attempt may
 * also have been long in transport, which the platform's timestamps show.
 */
export function mostBetween(from: Arrival, to: Arrival): number {
  const ms = to.latest - from.earliest
  if (from.besideMs === undefined || to.besideMs === undefined) return ms
  return Math.max(ms + to.besideMs - from.besideMs, statedBetween(from, to) ?? 0)
}

/**
 * Judges that an interval lies within its bounds. A breach that is no larger than a delay of this process decides nothing: the
 * suite itself may have been late.
 *
 * @param heldUpMs the longest time for which the suite was held up meanwhile
 * @param since description of the interval's beginning
 */
export function inBounds(
  attempt: Arrival,
  span: Span,
  bounds: Bounds,
  heldUpMs: number,
  since = 'the attempt before it',
): Verdict {
  const { least, most } = span
  const error = `measured to within ${wholeMs(most - least)} ms, the suite was held up for ${wholeMs(heldUpMs)} ms at most`
  const seen = `${shown(span)} (${error})`
  const text = `${seen}; allowed ${allowed(bounds)}`
  return decide(span, bounds, text, () =>
    Math.max(bounds.early - most, least - bounds.late) <= heldUpMs
      ? cutOff(`the suite itself was held up: ${text}`)
      : breach(attempt, `${allowed(bounds)} after ${since}`, seen, 'time', {
          expected: 'each attempt in its time',
          observed: most < bounds.early ? 'an early one' : 'a late one',
        }),
  )
}

/** Replaces a failure by "cannot tell" where the suite was delayed for so long that it may have missed a deadline itself. */
export function unlessHeldUp(heldUpMs: number, leftMs: number, verdict: Verdict): Verdict {
  if (verdict.kind !== 'failed' || heldUpMs <= leftMs) return verdict
  return cutOff(`the suite itself was held up for ${wholeMs(heldUpMs)} ms and may have answered too late`)
}

/** The longest delay of this process; zero on a moved clock, which stands still meanwhile. */
export function heldUpOf(clock: { readonly virtual: boolean }, webhooks: { heldUpMs(): number }): number {
  return clock.virtual ? 0 : webhooks.heldUpMs()
}
