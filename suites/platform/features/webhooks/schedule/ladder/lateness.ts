import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Span } from '../moment.ts'
import { eventTimeOf, isComparable, timestampOf } from '../moment.ts'
import type { LadderTrace } from './trace.ts'

/**
 * How long after its event the first attempt came, by the platform's own clock (R25). That clock is known from what the platform
 * says of the moment when it made a quote, and of that of its second attempt. Where the two disagree, whichever is kinder
 * counts: they may be clocks of two machines. Undefined where no time can be read.
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
  // With one attempt and no other time, its own word is all there is.
  if (spans.length === 0 && own !== undefined)
    return { least: own.least - event.most, most: own.most - event.least }
  return spans.sort((one, other) => one.least - other.least)[0]
}

/**
 * Returns how long after its event an attempt was made, by the words of the platform alone. A moved clock may go far in one step.
 * Both words may be of clocks of two machines. Undefined where they cannot be compared.
 */
export function statedLateness(attempt: Arrival): Span | undefined {
  const [own, event] = [timestampOf(attempt), eventTimeOf(attempt)]
  if (own === undefined || event === undefined || !isComparable(attempt)) return undefined
  return { least: own.least - event.most, most: own.most - event.least }
}

/** By how much a lateness is more than another one that has the same difference of clocks in it. */
export const beyond = ({ least, most }: Span, usual: Span): Span => ({
  least: least - usual.most,
  most: most - usual.least,
})

/** The platform's time at the start of the scenario, by what an attempt says of its own moment. */
function epochBy(attempt: Arrival): Span | undefined {
  const stated = timestampOf(attempt)
  return stated && { least: stated.least - attempt.latest, most: stated.most - attempt.earliest }
}
