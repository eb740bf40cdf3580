import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../conformance/scenario.ts'
import { cannotTell, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { claim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { eventIdOf, eventIn, marksOf, quoteIdIn, typeOf } from '../vocabulary/events/event.ts'
import { at, isObject, sentJsonOf, show } from '../vocabulary/judge/json.ts'
import { quoteIdOf } from '../vocabulary/quotes/record.ts'

/** Claims that compare deliveries with each other (6.headers, 6.payload, R24, R28). */
export function deliveriesTogether<T>(
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] {
  return [
    claim('delivery-event-id-unique', (trace) => idsAreUnique(arrivalsOf(trace))),
    claim('payload-partner-id-kept', (trace, { spec }) =>
      onePartner(arrivalsOf(trace).filter((one) => isKnown(one, spec))),
    ),
    claim('payload-policy-id-unique', (trace) => ownPolicies(arrivalsOf(trace))),
  ]
}

/** Says whether an event is of a type of the version. Others are open (R28). */
export const isKnown = (arrival: Arrival, { delivery }: Spec): boolean =>
  delivery.events.some(({ type }) => type === typeOf(arrival))

/** Fields that identify an event. Other fields may change with each attempt. */
const IDENTITY = ['/type', '/data/quoteId', '/data/policyId', '/data/brokerId', '/data/partnerId']

const identityOf = (arrival: Arrival): string => {
  const event = eventIn(arrival)
  return JSON.stringify(IDENTITY.map((pointer) => at(event, pointer)))
}

const isReused = (id: 'event-id' | 'policy-id') => (arrival: Arrival) => arrival.reused?.includes(id) === true

/** Judges that deliveries with the same Event-ID are about the same event, those of the whole run among them. */
function idsAreUnique(arrivals: readonly Arrival[]): Verdict {
  if (arrivals.length === 0) return cannotTell('no delivery of the kind arrived')
  const reused = arrivals.find(isReused('event-id'))
  if (reused !== undefined)
    return breach(reused, 'an id that no other event of the run has', eventIdOf(reused) ?? '', 'event-id')
  const events = new Map<string, Arrival>()
  for (const arrival of arrivals) {
    const id = eventIdOf(arrival) ?? ''
    const known = events.get(id) ?? arrival
    events.set(id, known)
    if (identityOf(known) !== identityOf(arrival))
      return breach(arrival, 'an id that no other event has', id, 'event-id')
  }
  return passed()
}

/** Judges that all events at an endpoint name the same partner (R28). */
function onePartner(arrivals: readonly Arrival[]): Verdict {
  const named = arrivals.flatMap((arrival) => {
    const partner = at(eventIn(arrival), '/data/partnerId')
    return typeof partner === 'string' ? [{ arrival, partner }] : []
  })
  const [first] = named
  if (first === undefined) return cannotTell('no event names a partner')
  const other = named.find(({ partner }) => partner !== first.partner)
  return other === undefined
    ? passed()
    : breach(
        other.arrival,
        `${show(first.partner)} as in other events`,
        show(other.partner),
        '/data/partnerId',
      )
}

/** Judges that two customers have different policy ids (R28). Other claims judge a second event for one quote. */
function ownPolicies(arrivals: readonly Arrival[]): Verdict {
  const reused = arrivals.find(isReused('policy-id'))
  if (reused !== undefined) {
    const id = show(at(eventIn(reused), '/data/policyId'))
    return breach(reused, 'an id that no other policy of the run has', id, '/data/policyId')
  }
  const policies = arrivals.flatMap((arrival) => {
    const data = at(eventIn(arrival), '/data')
    if (typeOf(arrival) !== 'policy.created' || !isObject(data) || typeof data.policyId !== 'string')
      return []
    return [
      {
        arrival,
        policy: data.policyId,
        customer: JSON.stringify([at(data.customer, '/name'), at(data.customer, '/email')]),
      },
    ]
  })
  if (new Set(policies.map(({ customer }) => customer)).size < 2)
    return cannotTell('no policies of two customers arrived')
  const holders = new Map<string, string>()
  for (const { arrival, policy, customer } of policies) {
    const holder = holders.get(policy) ?? customer
    holders.set(policy, holder)
    if (holder !== customer)
      return breach(arrival, 'an id that no other policy has', show(policy), '/data/policyId')
  }
  return passed()
}

/** For each quote id, the texts in lower case that only this quote of a scenario has. */
const quotesIn = onceFor(
  (exchanges: readonly Exchange[]): ReadonlyMap<string, readonly string[]> =>
    new Map(
      exchanges.flatMap((exchange) => {
        const id = exchange.operation === 'submit' ? quoteIdOf(exchange) : undefined
        const submission = sentJsonOf(exchange)
        return id === undefined || !isObject(submission)
          ? []
          : [[id.toLowerCase(), marksOf(submission)] as const]
      }),
    ),
)

/** Shorter names and addresses also occur in others. */
const LEAST_DISTINCT = 8

/** Judges that an event does not name the customer of another quote. How it names its own customer is open. */
export function ownCustomers(
  arrivals: readonly Arrival[],
  { exchanges, ...ledger }: Pick<Ledger, 'exchanges' | 'whole'>,
): Verdict {
  const isLoose = isRecorded(ledger)
  // In a recording, names are not made to be unique, and an update may bring the contact of another quote.
  const updated = new Set(
    isLoose
      ? exchanges
          .filter(({ operation }) => operation === 'update')
          .map(({ quoteId }) => quoteId?.toLowerCase())
      : [],
  )
  const quotes = quotesIn(exchanges)
  let seen = 0
  for (const arrival of arrivals) {
    const id = quoteIdIn(arrival)
    const own = id === undefined ? undefined : quotes.get(id)
    const customer = at(eventIn(arrival), '/data/customer')
    if (own === undefined || customer === undefined || updated.has(id)) continue
    seen += 1
    const text = JSON.stringify(customer).toLowerCase()
    const isOther = (mark: string) =>
      (!isLoose || mark.length >= LEAST_DISTINCT) &&
      text.includes(mark) &&
      !own.some((mine) => mine.includes(mark))
    const foreign = [...quotes].find(([other, marks]) => other !== id && marks.some(isOther))
    if (foreign !== undefined)
      return breach(
        arrival,
        `the customer of quote ${id}`,
        `that of quote ${foreign[0]}: ${show(customer)}`,
        '/data/customer',
      )
  }
  return seen === 0 ? cannotTell('no event of a quote names a customer') : passed()
}
