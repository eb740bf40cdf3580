import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Span } from '../moment.ts'
import { eventTimeOf, isComparable, timestampOf } from '../moment.ts'
import type { LadderTrace } from './trace.ts'

/**
 * Returns how long after its event the first attempt came, by the platform's own clock (R25). That clock is known from the
 * `created_at` of a quote and from the timestamp of the second attempt. Where these disagree, the smaller lateness counts:
 * they may come from the clocks of two machines. Undefined where no time can be read.
 */
export function latenessOf({ epoch, attempts }: LadderTrace, first: Arrival): Span | undefined {
  const event = eventTimeOf(first)
  if (event === undefined || !isComparable(first)) return undefined
  const second = attempts.find(({ earliest }) => earliest > first.latest)
  const own = timestampOf(first)
  const spans = [epoch, second && epochBy(second)].flatMap((known) =>
    known === undefined
      ? []
      : [{ least: known.least + first.earliest - event.most, most: known.most + first.latest - event.least }],
  )
  // With a single attempt and no other time, only its own timestamp remains.
  if (spans.length === 0 && own !== undefined)
    return { least: own.least - event.most, most: own.most - event.least }
  return spans.sort((one, other) => one.least - other.least)[0]
}

/**
 * Returns how long after its event an attempt was made, by the platform's timestamps alone, since a moved clock may take large
 * steps. The two may come from the clocks of two machines. Undefined where they cannot be compared.
 */
export function statedLateness(attempt: Arrival): Span | undefined {
  const [own, event] = [timestampOf(attempt), eventTimeOf(attempt)]
  if (own === undefined || event === undefined || !isComparable(attempt)) return undefined
  return { least: own.least - event.most, most: own.most - event.least }
}

/** Difference of two latenesses, which cancels out a difference between the platform's clocks. */
export const beyond = ({ least, most }: Span, usual: Span): Span => ({
  least: least - usual.most,
  most: most - usual.least,
})

/** The platform's time at the start of the scenario, from the timestamp of an attempt. */
function epochBy(attempt: Arrival): Span | undefined {
  const stated = timestampOf(attempt)
  return stated && { least: stated.least - attempt.latest, most: stated.most - attempt.earliest }
}
