import type { Exchange } from '../../../../conformance/exchange.ts'
import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { deliveryClaims } from '../../statements/each-delivery.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { about, typeOf } from '../../vocabulary/events/event.ts'
import { showService } from '../../vocabulary/events/in-service.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { eventObservations } from './event-observations.ts'
import type { EventsTrace } from './events-trace.ts'

/** Follows a straight-through quote and checks that each of its three events comes at the right moment (3.transitions, 6, R28). */
export function eventScenario(spec: Spec): PlatformScenario {
  const types = spec.delivery.events.map(({ type }) => type)
  return scenario<EventsTrace>({
    id: 'webhooks/events-of-a-quote',
    title: 'A quote sends its rating, proposal and policy events in time',
    needs: [{ offers: 'webhooks' }],
    drive: (context) => follow(context, types),
    claims: [...eventObservations, ...deliveryClaims<EventsTrace>(spec, ({ arrivals }) => arrivals)],
  })
}

/** States in which an event would be too early. */
const earlyFor = (type: string): readonly string[] =>
  type === 'quote.created' ? ['pending'] : type === 'policy.created' ? ['ready_to_bind', 'bound'] : []

/** Interval at which new quotes are made while a person registers the endpoint by hand, in milliseconds. */
const TRY_AGAIN_MS = 15_000

/** Makes the quote. Where a person registers the endpoint by hand, repeats that until an event arrives. */
async function firstQuote(
  { quotes, webhooks, clock, facts }: PlatformContext,
  endpoint: WebhookEndpoint,
): Promise<SubmittedQuote> {
  const deadline = clock.deadline(facts.timing.registration)
  for (;;) {
    const quote = await quotes.create('ready_to_bind')
    if (webhooks.byHand === undefined) return quote
    clock.awaits(
      `a first event at ${webhooks.byHand}, registered for all event types`,
      facts.timing.registration,
    )
    const came = await webhooks.until(
      () => about(quote, 'quote.created', endpoint.arrivals()).length > 0,
      TRY_AGAIN_MS,
    )
    if (came || deadline.expired()) return quote
  }
}

async function follow(context: PlatformContext, types: readonly string[]): Promise<EventsTrace> {
  const { api, quotes, webhooks, facts, spec } = context
  const endpoint = await webhooks.open(types)
  const quote = await firstQuote(context, endpoint)
  const wait = async (
    type: string,
    withinMs: number,
    documents: readonly ('quote-proposal' | 'policy-preview' | 'policy')[],
  ) => {
    const arrived = await webhooks.until(() => about(quote, type, endpoint.arrivals()).length > 0, withinMs)
    if (!arrived) return undefined
    const received = endpoint.arrivals().map(typeOf)
    await quotes.caughtUp(quote.id, (state = '') => !earlyFor(type).includes(state))
    const read: Exchange[] = []
    for (const name of documents) read.push(await api.document(name, quote.id))
    return { documents: read, received }
  }
  const created = await wait('quote.created', facts.timing.rating, ['quote-proposal'])
  const has = (type: string) => spec.delivery.events.some((event) => event.type === type)
  const proposalReady = has('quote.proposalReady')
    ? await wait('quote.proposalReady', facts.timing.proposal, ['quote-proposal', 'policy-preview'])
    : undefined
  await quotes.settle(quote.id)
  await api.bind(quote.id)
  const policyCreated = await wait('policy.created', facts.timing.issue, ['policy'])
  // A second policy would be announced soon after the first, or soon after a second bind.
  await quotes.stays(quote.id)
  const issued = await api.status(quote.id)
  await api.bind(quote.id)
  await quotes.stays(quote.id)
  await showService(context, endpoint, [created, proposalReady, policyCreated].includes(undefined))
  return { quote, arrivals: endpoint.arrivals(), issued, ...(created === undefined ? {} : { created }) }
}
