import type { Facts } from '../../../conformance/scenario.ts'
import { passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isInService, isSubscribed } from '../ledger/endpoints.ts'
import { partnerOf } from '../ledger/owners.ts'
import { hasQuotesElsewhere, ofSameInsured, type QuoteSubject } from '../ledger/quotes.ts'
import { isOver } from '../ledger/timeline.ts'
import { ofAnotherPartner } from '../vocabulary/events/breach.ts'
import { quoteIdIn } from '../vocabulary/events/event.ts'

/** Judges that no endpoint of another partner gets the events of a quote (R24). */
export function keptFromOthers(one: QuoteSubject, facts: Facts<Spec>): Verdict | undefined {
  // A policy's event names no quote: it may be that of a quote which the other partner has of the same insured.
  const mayBeTheirs =
    hasQuotesElsewhere(one.quote, facts) ||
    ofSameInsured(one.quote, facts).some(({ submitted }) => partnerOf(submitted) !== one.partner)
  const foreign = one.elsewhere
    .flatMap(({ about }) => about)
    .find((arrival) => !mayBeTheirs || quoteIdIn(arrival) !== undefined)
  if (foreign !== undefined) return ofAnotherPartner(foreign)
  return isWatchedElsewhere(one, facts) ? passed() : undefined
}

/** Says whether an event that went astray would have come: another partner's endpoint was there for long enough. */
function isWatchedElsewhere({ course, quote, elsewhere }: QuoteSubject, facts: Facts<Spec>): boolean {
  const { until, target } = facts
  const { readyBy } = course
  if (until?.reached !== true || readyBy === undefined || target?.deadlines === undefined) return false
  const { failures } = facts.spec.delivery.breaker
  return (
    isOver(readyBy, until, target.deadlines.delivery, facts) &&
    elsewhere.some(
      (some) =>
        some.isPlain &&
        some.from <= quote.submitted.startedAt &&
        isSubscribed('quote.created', some) &&
        isInService(some, readyBy, facts, failures),
    )
  )
}
