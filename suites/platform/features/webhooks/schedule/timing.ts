import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { cutOff, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Delivery } from '../../../../../spec/delivery.ts'
import { breach } from '../delivery.ts'

/** A time that is known to lie between two others, in milliseconds. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** What an interval may be, in milliseconds. */
export interface Bounds {
  readonly early: number
  readonly late: number
}

/** How early and how late a delay may be (R25). The profile's slack takes the place of the default one. */
export function boundsOf(delayMs: number, { tolerance }: Delivery, slackMs: number): Bounds {
  return {
    early: delayMs - Math.max(delayMs * tolerance.early.ratio, tolerance.early.ms),
    late: delayMs + Math.max(delayMs * tolerance.late.ratio, slackMs),
  }
}

/** How long so many attempts may take, in milliseconds, when each of them fails at once and the next one is as late as it may. */
export const climbMs = (attempts: number, delivery: Delivery, slackMs: number): number =>
  delivery.attempts
    .filter(({ number }) => number > 1 && number <= attempts)
    .reduce((sum, { delayMs }) => sum + boundsOf(delayMs, delivery, slackMs).late, 0)

/** From the end of one attempt to the start of the next; when the end is not known, from its start. */
export function between(previous: Arrival, next: Arrival): Span {
  return {
    least: next.earliest - (previous.ended ?? previous.latest),
    most: next.latest - previous.earliest,
  }
}

/** A copy that sets out before the answer is there is legal (R25); the first rung is never as short as this. */
export const COPY_MS = 500

/**
 * Attempts without copies: deliveries may repeat (R25), and what cannot be told apart in time from the attempt before it set
 * out beside it, before anybody could have answered.
 */
export function withoutCopies(attempts: readonly Arrival[]): readonly Arrival[] {
  const own: Arrival[] = []
  for (const attempt of attempts) {
    const previous = own.at(-1)
    const isCopy =
      previous !== undefined &&
      attempt.earliest < previous.latest &&
      // Where the suite was held up nothing can be told apart, and an attempt of its own rung would look like a copy too.
      attempt.latest - previous.latest < COPY_MS
    if (!isCopy) own.push(attempt)
  }
  return own
}

const whole = (ms: number): string => String(Math.round(ms))

/**
 * Holds an interval to its bounds. A breach that is no larger than the time for which this process was held up is none: the
 * suite may have been late itself.
 *
 * @param heldUpMs the longest time for which the suite was held up meanwhile
 */
export function inBounds(attempt: Arrival, { least, most }: Span, bounds: Bounds, heldUpMs: number): Verdict {
  const error = `measured to within ${whole(most - least)} ms, the suite was held up for ${whole(heldUpMs)} ms at most`
  const allowed = `${whole(Math.max(0, bounds.early))} to ${whole(bounds.late)} ms`
  const seen = `${whole(least)} to ${whole(most)} ms (${error})`
  const by = Math.max(bounds.early - most, least - bounds.late)
  if (by <= 0) return passed(`${seen}; allowed ${allowed}`)
  if (by <= heldUpMs) return cutOff(`the suite itself was held up: ${seen}; allowed ${allowed}`)
  return breach(attempt, `${allowed} after the attempt before it`, seen, 'time')
}

/** What rests on answers having been given in time cannot be told where the suite was held up for longer than that leaves. */
export function unlessHeldUp(heldUpMs: number, leftMs: number, verdict: Verdict): Verdict {
  if (verdict.kind !== 'failed' || heldUpMs <= leftMs) return verdict
  return cutOff(`the suite itself was held up for ${whole(heldUpMs)} ms and may have answered too late`)
}

/** On a moved clock time stands still while this process is busy. */
export function heldUpOf(clock: { readonly virtual: boolean }, webhooks: { heldUpMs(): number }): number {
  return clock.virtual ? 0 : webhooks.heldUpMs()
}
