import type { Claim } from '../../../../conformance/scenario.ts'
import { cannotTell, observed, observedEach, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim } from '../../vocabulary/context.ts'
import { isBrokerOfSuite } from '../../vocabulary/events/brokers.ts'
import { about, eventIdOf, eventIn, typeOf } from '../../vocabulary/events/event.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import type { EventsTrace } from './events-trace.ts'

/** Records how a platform settles what is left open about the events of a quote (6, R28, R35). */
export const eventObservations: readonly Claim<EventsTrace, Spec>[] = [
  claim('observe-quote-proposal-before-event', proposalBeforeEvent),
  claim('quote-api-adds-no-broker', ({ arrivals }) => {
    const brokers = arrivals.filter((one) => typeOf(one) === 'broker.added' && !isBrokerOfSuite(one))
    return observed(brokers.length === 0 ? 'none arrived' : `${brokers.length} arrived`)
  }),
  claim('observe-event-types', ({ arrivals }, { spec }) => {
    const known = new Set<string | undefined>(spec.delivery.events.map(({ type }) => type))
    const others = new Set(arrivals.map(typeOf).filter((type) => !known.has(type)))
    return observed(`beyond the four: ${[...others].sort().join(', ') || 'none'}`)
  }),
  claim('observe-repeated-events', ({ arrivals }) => {
    const ids = new Set(arrivals.map(eventIdOf))
    return observed(
      ids.size === arrivals.length
        ? 'each event came once'
        : `${arrivals.length} deliveries of ${ids.size} events, all of them answered 200`,
    )
  }),
  claim('weak-spot-three-or-four-types', () =>
    observed('the portal says that three event types are available, and lists four'),
  ),
  claim('weak-spot-policy-created-without-quote', () =>
    observed('policy.created carries no quote id: it is matched through customer and effective date'),
  ),
  claim('observe-payload-against-quote', payloadAgainstQuote),
]

function proposalBeforeEvent({ created }: EventsTrace): Verdict {
  const read = created?.documents.find(({ operation }) => operation === 'quote-proposal')
  if (created === undefined || read === undefined) return cannotTell('quote.created did not arrive')
  return created.received.includes('quote.proposalReady')
    ? observed('quote.proposalReady comes at the same time as quote.created')
    : observed(`${read.answer?.status ?? 'no answer'} between quote.created and quote.proposalReady`)
}

/** Fields of a submission that an event may repeat; it need not. */
const SOURCES = [
  ['quote.created', '/data/customer/name', '/insured_name'],
  ['quote.created', '/data/customer/email', '/insured_contact/email'],
  ['quote.created', '/data/requestedDate', '/effective_date'],
  ['policy.created', '/data/customer/name', '/insured_name'],
  ['policy.created', '/data/customer/email', '/insured_contact/email'],
] as const

function payloadAgainstQuote({ quote, arrivals, issued }: EventsTrace): Verdict {
  const events = new Map(
    ['quote.created', 'policy.created'].map((type) => [type, eventIn(about(quote, type, arrivals)[0] ?? {})]),
  )
  const relations = SOURCES.flatMap(([type, pointer, source]) => {
    const value = at(events.get(type), pointer)
    if (value === undefined) return []
    const relation = value === at(quote.submission, source) ? 'is' : 'is not'
    return [`${type} ${pointer} ${relation} ${source} as submitted`]
  })
  const product = at(events.get('quote.created'), '/data/product')
  const named = at(recordOf(issued), '/product_details/product_name')
  if (product !== undefined && named !== undefined)
    relations.push(`/data/product ${product === named ? 'is' : 'is not'} the product_name of the quote`)
  return relations.length === 0 ? cannotTell('no event of the quote arrived') : observedEach(relations)
}
