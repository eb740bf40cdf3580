import type { WebhookEndpoint } from '../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../conformance/verdict.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { about } from '../vocabulary/events/event.ts'
import { showService } from '../vocabulary/events/in-service.ts'
import type { JourneyQuote, JourneyTrace } from './trace.ts'

/** The webhook endpoints that all journeys of a scenario share. */
export interface JourneyEndpoints {
  readonly own: WebhookEndpoint
  /** The second partner's, where the profile can register one for it. */
  readonly other?: WebhookEndpoint
}

/** Says whether journeys can have endpoints. One that a person registered is for a scenario that is exclusive. */
export const canOpen = (
  { operator, webhooks }: Pick<PlatformContext, 'operator' | 'webhooks'>,
  isExclusive: boolean,
): boolean => operator.can('register_endpoint') || (isExclusive && webhooks.byHand !== undefined)

/** Opens the endpoints. Without any, journeys are judged by the quote API alone. */
export async function openEndpoints(
  context: PlatformContext,
  isExclusive: boolean,
): Promise<JourneyEndpoints | undefined> {
  const { webhooks, spec, facts } = context
  if (!canOpen(context, isExclusive)) return undefined
  const types = spec.delivery.events.map(({ type }) => type)
  // Opening may fail: how many endpoints a partner may have is not shown.
  const own = await webhooks.open(types).catch(unlessUnable)
  if (own === undefined) return undefined
  const other =
    facts.otherPartnerId === undefined
      ? undefined
      : await webhooks.openFor(facts.otherPartnerId, types).catch(unlessUnable)
  return { own, ...(other !== undefined && { other }) }
}

/**
 * How long to wait for an event, in milliseconds of the target. Where a person registers an endpoint by hand and nothing has come to it
 * during a journey, nobody has registered it.
 */
export const patience = (
  { webhooks, facts }: Pick<PlatformContext, 'webhooks' | 'facts'>,
  { own }: Pick<JourneyEndpoints, 'own'>,
  withinMs: number,
): number =>
  webhooks.byHand !== undefined && own.arrivals().length === 0 ? facts.timing.pollInterval : withinMs

/** Types of the events about a quote that have arrived at its partner's endpoint. */
function receivedTypes(
  quote: JourneyQuote,
  endpoints: JourneyEndpoints | undefined,
  types: readonly string[],
): readonly string[] {
  const arrivals = (quote.partner === 'other' ? endpoints?.other : endpoints?.own)?.arrivals() ?? []
  return types.filter((type) => about(quote, type, arrivals).length > 0)
}

/**
 * Waits until all owed events have arrived, then a little longer, so that a forbidden one would arrive too.
 *
 * @param owed for each quote, in order of submission, the types of events that must come
 */
export async function awaitEvents(
  context: PlatformContext,
  { own, other }: JourneyEndpoints,
  { quotes }: Pick<JourneyTrace, 'quotes'>,
  owed: readonly (readonly string[])[],
): Promise<void> {
  const { webhooks, clock, facts } = context
  const { proposal, issue, deliverySlack } = facts.timing
  const endpoints = { own, ...(other !== undefined && { other }) }
  const isComplete = () =>
    quotes.every((quote, place) => {
      const wanted = quote.partner === 'other' && other === undefined ? [] : (owed[place] ?? [])
      return receivedTypes(quote, endpoints, wanted).length === wanted.length
    })
  await webhooks.until(isComplete, patience(context, { own }, Math.max(proposal, issue)))
  await clock.rest(deliverySlack)
  for (const one of Object.values(endpoints)) await showService(context, one, !isComplete())
}
