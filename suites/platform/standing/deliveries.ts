import type { PlatformNeed } from '../../../conformance/ports/platform-needs.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { eachDelivery } from '../features/webhooks/delivery.ts'
import { eventIdOf, isRedirected } from '../features/webhooks/event.ts'
import type { PlatformStandingClaim } from '../vocabulary/context.ts'

/** Scenarios that make deliveries fail: they show all attempts of an event, and those after the circuit breaker. */
const SHOWN_IN = ['webhooks/schedule']

/** Claims that compare an event with what was sent for its quote, updates included. */
const COMPARING: ReadonlySet<string> = new Set(['payload-customer-of-its-quote'])

const DELIVERED: PlatformNeed = { offers: 'webhooks' }

/**
 * Claims on every delivery of every scenario (6.headers, 6.payload, 6.signature, R24). They hold for each repeated attempt, and
 * after the circuit breaker too.
 */
export function deliveryClaims(spec: Spec): readonly PlatformStandingClaim[] {
  return eachDelivery<Facts<Spec>>(spec, ({ arrivals = [] }) => arrivals.filter(isDelivery))
    .filter(({ requirement }) => isAboutQuotes(requirement, spec))
    .map(({ requirement, judge }) => ({
      requirement,
      shownIn: SHOWN_IN,
      needs: [DELIVERED],
      ...(COMPARING.has(requirement) && { relies: ['requests'] as const }),
      judge(facts) {
        const verdict = judge(facts, facts)
        return verdict.kind === 'cannot-tell' ? undefined : verdict
      },
    }))
}

/** Leaves out requirements on events that an operator causes, which a scenario of their own judges, and observations. */
function isAboutQuotes(requirement: string, { requirements, delivery }: Spec): boolean {
  const row = requirements.find(({ id }) => id === requirement)
  const event = delivery.events.find(({ schema }) => schema === row?.field?.schema)
  return row?.level !== 'observe' && event?.cause !== 'operator'
}

/** A followed redirect is no attempt; a request without an event id may come from a foreign sender who knows the URL. */
export const isDelivery = (arrival: Arrival): boolean =>
  !isRedirected(arrival) && eventIdOf(arrival) !== undefined
