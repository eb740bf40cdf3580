import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { speaksOf } from '../vocabulary/events/event.ts'
import {
  type EndpointOfQuote,
  firstOfEachEvent,
  hasQuotesElsewhere,
  ofSameInsured,
  ofType,
  type QuoteSubject,
  quotesIn,
} from './quotes.ts'

/** The quotes of one partner that share an insured. The events of their policies name the insured alone, so they count together (R28). */
export interface Namesakes {
  readonly members: readonly QuoteSubject[]
  /** The partner's endpoints, each with the first delivery of every policy that may be of a member. */
  readonly endpoints: readonly EndpointOfQuote[]
}

const groupsIn = onceFor((facts: Facts<Spec>) => {
  const groups = new Map<QuoteSubject, Namesakes | undefined>()
  for (const one of quotesIn(facts)) {
    if (!one.isMistakable || groups.has(one)) continue
    const all = new Set(ofSameInsured(one.quote, facts))
    const known = quotesIn(facts).filter(({ quote }) => all.has(quote))
    const members = known.filter(({ partner }) => partner === one.partner)
    const isWhole =
      facts.target?.sharedInsured !== undefined &&
      known.length === all.size &&
      !known.some(({ quote }) => hasQuotesElsewhere(quote, facts))
    const together = isWhole ? togetherOf(members) : undefined
    for (const member of members) groups.set(member, together)
  }
  return groups
})

/** The quotes that a policy of one may be of; undefined where others may have some too, of whom the ledger knows nothing. */
export const namesakesOf = (one: QuoteSubject, facts: Facts<Spec>): Namesakes | undefined =>
  groupsIn(facts).get(one)

const togetherOf = (members: readonly QuoteSubject[]): Namesakes => ({
  members,
  endpoints: (members[0]?.endpoints ?? []).map((endpoint) => {
    const policies = ofType('policy.created', endpoint.arrivals)
    const about = policies.filter((arrival) => members.some(({ quote }) => speaksOf(arrival, quote)))
    return { ...endpoint, about: firstOfEachEvent(about) }
  }),
})
