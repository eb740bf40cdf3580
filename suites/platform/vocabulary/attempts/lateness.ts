import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { type DeliveryClock, deliveryClockOf } from '../time/delivery-clock.ts'
import { around, from, later, overlapOf, type Span } from '../time/span.ts'
import { eventRounding, eventTimeOf, hasComparableTimes, timestampOf } from './moment.ts'
import { inBounds } from './timing.ts'

/** The platform's clock and rounding, as all deliveries of a scenario show them together. */
export interface EventTimes {
  readonly clock: DeliveryClock | undefined
  /** How far the times of events may be rounded, in milliseconds. */
  readonly rounding: number
}

/** Reads the clock and the rounding from the deliveries of a scenario. */
export const eventTimes = (arrivals: readonly Arrival[]): EventTimes => ({
  clock: deliveryClockOf(arrivals),
  rounding: eventRounding(arrivals),
})

/** Clocks of two machines differ by less, in milliseconds. */
const MOST_SKEW_MS = 60_000

/**
 * Judges that an attempt came at once after its event.
 *
 * @param lateness how long after; below zero where the times come from two clocks
 * @param late what is still at once, in milliseconds
 * @param heldUpMs for how long the suite itself was held up
 */
export function isAtOnce(attempt: Arrival, lateness: Span, late: number, heldUpMs: number): Verdict {
  if (lateness.most < -MOST_SKEW_MS)
    return cannotTell('by its times the attempt came long before its event, so they are not believed')
  const bounds = { early: Number.NEGATIVE_INFINITY, late }
  return inBounds(attempt, lateness, bounds, heldUpMs, 'the timestamp of the event')
}

/**
 * Returns how long after its event the first attempt came, by the platform's own clock (R25). That clock is known from the
 * `created_at` of a quote and from the timestamps of all attempts, at least from that of the second one. Where these disagree, the
 * smaller lateness counts: they may come from the clocks of two machines. Undefined where no time can be read.
 *
 * @param epoch the platform's time at the start of the scenario, from `created_at`
 */
export function latenessOf(
  { epoch, attempts }: { readonly epoch?: Span; readonly attempts: readonly Arrival[] },
  first: Arrival,
  times: EventTimes,
): Span | undefined {
  const event = eventTimeOf(first, times.rounding)
  if (event === undefined || !hasComparableTimes(first)) return undefined
  const second = attempts.find(({ earliest }) => earliest > first.latest)
  const { clock } = times
  const byAttempts = clock?.momentOf(first) ?? bySecond(first, second)
  // Since the quote was made, a moved clock may also have run on by itself.
  const besideMs = clock?.runsOn === false ? 0 : (first.besideMs ?? 0)
  const byQuote = arrivalBy(epoch, { ...first, latest: first.latest + besideMs })
  const spans = [byQuote, byAttempts].flatMap((moment) => moment && [from(event, moment)])
  const known = spans.filter((span) => span !== undefined)
  // With a single attempt and no other time, only its own timestamp remains.
  if (known.length === 0) return statedLateness(first, times)
  const [least, other] = known.sort((one, another) => one.least - another.least)
  return (least && other && overlapOf(least, other)) ?? least
}

/**
 * Returns how long after its event an attempt was made, by the platform's timestamps alone, since a moved clock may take large
 * steps. The two may come from the clocks of two machines. A timestamp that contradicts its arrival is not believed. Undefined where
 * they cannot be compared.
 */
function statedLateness(attempt: Arrival, times: EventTimes): Span | undefined {
  const stated = roundedLateness(attempt, times)
  // One clock may be rounded up and the other one down.
  return stated && { ...stated, most: stated.most + times.rounding }
}

/** The same for comparisons among attempts: one source rounds all of its times in the same direction. */
export function roundedLateness(attempt: Arrival, { clock, rounding }: EventTimes): Span | undefined {
  const [own, event] = [clock?.momentOf(attempt) ?? timestampOf(attempt), eventTimeOf(attempt, 0)]
  if (own === undefined || event === undefined || !hasComparableTimes(attempt)) return undefined
  return from({ least: event.least, most: event.most + rounding }, own)
}

/** Difference of two latenesses, which cancels out a difference between the platform's clocks. */
export const beyond = (lateness: Span, usual: Span): Span => from(usual, lateness)

/** The arrival of the first attempt by the timestamp of the second one. Without a clock, the first may have been long on its way. */
function bySecond(first: Arrival, second: Arrival | undefined): Span | undefined {
  const arrived = arrivalBy(second && epochBy(second, first), first)
  const stated = first.besideMs === undefined ? undefined : timestampOf(first)
  return arrived && stated ? around(arrived, stated) : arrived
}

/** The platform's time at the start of the scenario, from the timestamp of an attempt, as far as it held at an earlier one. */
function epochBy(attempt: Arrival, before: Arrival): Span | undefined {
  const stated = timestampOf(attempt)
  const epoch = stated && from({ least: attempt.earliest, most: attempt.latest }, stated)
  // Since then a moved clock may also have run on by itself.
  const besideMs = (attempt.besideMs ?? 0) - (before.besideMs ?? 0)
  return epoch && { ...epoch, least: epoch.least - besideMs }
}

/** The arrival of an attempt by a platform's clock of which the time at the start of the scenario is known. */
const arrivalBy = (epoch: Span | undefined, { earliest, latest }: Arrival): Span | undefined =>
  epoch && later(epoch, { least: earliest, most: latest })
