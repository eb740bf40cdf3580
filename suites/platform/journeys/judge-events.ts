import { passed } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { ofAnotherPartner } from '../features/webhooks/breach.ts'
import { about } from '../features/webhooks/event.ts'
import { deliveryClaims, ofEveryDelivery } from './every-delivery.ts'
import { factsOfQuote, type QuoteFacts } from './facts-of-quote.ts'
import { type StepVerdict, verdictOn } from './step-verdict.ts'
import type { JourneyTrace, ReceivedEvents } from './trace.ts'

/** Judges whose events the endpoints of a journey get, and every delivery (6, R24). Empty where no endpoint is registered. */
export function eventVerdicts(journey: JourneyTrace, spec: Spec): readonly StepVerdict[] {
  const { events, quotes } = journey
  if (events === undefined) return []
  const all = quotes.flatMap((_, place) => factsOfQuote(journey, place, spec.lifecycle) ?? [])
  const known = spec.delivery.events.map(({ type }) => type as string)
  return [
    ...all.flatMap((facts) => keptApart(facts, events, known)),
    ...ofEveryDelivery(journey, events, spec),
  ]
}

const REQUIREMENT = 'events-go-to-their-partner'

/** Judges that an endpoint gets events of its own partner only (R24). */
function keptApart(
  { quote, states }: QuoteFacts,
  events: ReceivedEvents,
  known: readonly string[],
): readonly StepVerdict[] {
  const others = quote.partner === 'other' ? events.own : events.other
  if (others === undefined) return []
  const [first] = known.flatMap((type) => about(quote, type, others))
  if (first !== undefined) return verdictOn(REQUIREMENT, ofAnotherPartner(first))
  return states.has('ready_to_bind') && events.reached ? verdictOn(REQUIREMENT, passed()) : []
}

/** Every requirement on deliveries that a journey may judge. */
export const EVENT_REQUIREMENTS = (spec: Spec): readonly string[] => [
  REQUIREMENT,
  ...deliveryClaims(spec).map(({ requirement }) => requirement),
]
