import { isRecorded } from '../../../conformance/ledger.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { firstOfEachEvent, ofType, type QuoteSubject, quotesIn } from '../ledger/quotes.ts'
import { isMarked, marksOf, quoteIdIn } from '../vocabulary/events/event.ts'
import { bindsOf } from './binds.ts'

/** An event that came where another one is missing, and what it names, in words. */
export interface Stray {
  readonly arrival: Arrival
  readonly names: string
}

/**
 * Finds the event that came in place of a quote's missing one; undefined where there is none, or more than one. Other scenarios have
 * quotes too, whose events come to the same endpoints: so an unknown quote alone is not enough.
 *
 * @param arrivals the deliveries at the endpoints that lack the event
 */
export function strayFor(
  type: string,
  one: QuoteSubject,
  arrivals: readonly Arrival[],
  facts: Facts<Spec>,
): Stray | undefined {
  if (isRecorded(facts) || one.isMistakable) return undefined
  const came = firstOfEachEvent(ofType(type, arrivals))
  const others = quotesIn(facts).filter((other) => other !== one)
  const strays = [
    ...withOwnCustomer(came, one, others),
    ...others.flatMap((other) => unexplained(came, other)),
  ]
  return strays.length === 1 ? strays[0] : undefined
}

/** The events that name the customer of a quote, which no other one of the run has, and a quote that is not known. */
function withOwnCustomer(
  came: readonly Arrival[],
  { quote }: QuoteSubject,
  others: readonly QuoteSubject[],
): readonly Stray[] {
  const known = new Set([quote, ...others.map((other) => other.quote)].map(({ id }) => id.toLowerCase()))
  const marks = marksOf(quote.submission)
  return came
    .filter((arrival) => {
      const id = quoteIdIn(arrival)
      return id !== undefined && !known.has(id) && isMarked(arrival, marks)
    })
    .map((arrival) => ({ arrival, names: 'its customer, but another quote' }))
}

/** The events of another quote that nothing explains: it had its own one, or was never bound. */
function unexplained(came: readonly Arrival[], other: QuoteSubject): readonly Stray[] {
  return other.course.conflicts.flatMap(({ kind, event }): Stray[] => {
    const arrival = came.find((some) => some === event.ref)
    const isOfPolicy = event.type === 'policy.created'
    const isUnbound = isOfPolicy && bindsOf(other).length === 0
    if (arrival === undefined || (kind === 'early' && !isUnbound)) return []
    const whose = isOfPolicy ? 'another customer, whose quote' : `quote ${other.quote.id}, which`
    return [{ arrival, names: `${whose} ${isUnbound ? 'nobody bound' : 'has one too many'}` }]
  })
}
