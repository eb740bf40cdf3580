import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { cutOff, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Delivery } from '../../../../../spec/delivery.ts'
import { breach } from '../delivery.ts'
import type { Rung } from './copies.ts'
import { type Span, statedBetween } from './moment.ts'

/** Bounds of an interval, in milliseconds. */
export interface Bounds {
  readonly early: number
  readonly late: number
}

/** Returns how early and how late a delay may end (R25), with the profile's slack. */
export function boundsOf(delayMs: number, { tolerance }: Delivery, slackMs: number): Bounds {
  return {
    early: delayMs - Math.max(delayMs * tolerance.early.ratio, tolerance.early.ms),
    late: delayMs + Math.max(delayMs * tolerance.late.ratio, slackMs),
  }
}

/** Sum of all stated delays, in milliseconds: the duration of a ladder where each attempt fails at once. */
export const delaysMs = ({ attempts }: Delivery): number =>
  attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)

/**
 * Longest legal duration of a number of attempts, in milliseconds. Each of them fails at once, and the next
 * one is as late as it may be.
 */
export const climbMs = (attempts: number, delivery: Delivery, slackMs: number): number =>
  delivery.attempts
    .filter(({ number }) => number > 1 && number <= attempts)
    .reduce((sum, { delayMs }) => sum + boundsOf(delayMs, delivery, slackMs).late, 0)

/** Says whether the receiver let an attempt run into its deadline. */
export const ranOut = ({ answered }: Arrival, { deadline }: Delivery): boolean =>
  answered.kind === 'silence' || (answered.kind === 'answer' && (answered.delayMs ?? 0) > deadline.ms)

/**
 * Measures from the end of one attempt, or of its last copy, to the start of the next. It measures from the
 * start where the end is not known, or where the attempt missed its deadline.
 */
export function between({ attempt, copies }: Rung, next: Arrival, delivery: Delivery): Span {
  const all = [attempt, ...copies]
  const ends = all.map((one) => (ranOut(one, delivery) ? one.latest : (one.ended ?? one.latest)))
  return {
    least: next.earliest - Math.max(...ends),
    most: mostBetween(attempt, next),
  }
}

/**
 * The least time between the arrivals of an attempt that misses its deadline and of the next one. It is shorter than the deadline,
 * since the first attempt may have been longer in transport than the next.
 */
export const leastAfterDeadline = ({ deadline, tolerance }: Delivery): number =>
  deadline.ms - tolerance.early.ms

/**
 * Returns the bounds for the time between two attempts. The delay after an attempt that missed its deadline may
 * count from its start or its end. The next one never starts before the deadline is over (R25).
 */
export function boundsAfter(previous: Arrival, delayMs: number, delivery: Delivery, slackMs: number): Bounds {
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

const whole = (ms: number): string => String(Math.round(ms))

/**
 * Judges that an interval lies within its bounds. A breach that is no larger than a delay of this process decides nothing: the
 * suite itself may have been late.
 *
 * @param heldUpMs the longest time for which the suite was held up meanwhile
 * @param since description of the interval's beginning
 */
export function inBounds(
  attempt: Arrival,
  { least, most }: Span,
  bounds: Bounds,
  heldUpMs: number,
  since = 'the attempt before it',
): Verdict {
  const error = `measured to within ${whole(most - least)} ms, the suite was held up for ${whole(heldUpMs)} ms at most`
  const allowed = `${whole(Math.max(0, bounds.early))} to ${whole(bounds.late)} ms`
  const seen = `${whole(least)} to ${whole(most)} ms (${error})`
  const by = Math.max(bounds.early - most, least - bounds.late)
  if (by <= 0) return passed(`${seen}; allowed ${allowed}`)
  if (by <= heldUpMs) return cutOff(`the suite itself was held up: ${seen}; allowed ${allowed}`)
  return breach(attempt, `${allowed} after ${since}`, seen, 'time', {
    expected: 'each attempt in its time',
    observed: most < bounds.early ? 'an early one' : 'a late one',
  })
}

/** Replaces a failure by "cannot tell" where the suite was delayed for so long that it may have missed a deadline itself. */
export function unlessHeldUp(heldUpMs: number, leftMs: number, verdict: Verdict): Verdict {
  if (verdict.kind !== 'failed' || heldUpMs <= leftMs) return verdict
  return cutOff(`the suite itself was held up for ${whole(heldUpMs)} ms and may have answered too late`)
}

/** The longest delay of this process; zero on a moved clock, which stands still meanwhile. */
export function heldUpOf(clock: { readonly virtual: boolean }, webhooks: { heldUpMs(): number }): number {
  return clock.virtual ? 0 : webhooks.heldUpMs()
}
