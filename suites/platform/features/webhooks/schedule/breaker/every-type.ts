import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { EventType } from '../../../../../../spec/delivery.ts'
import { addNewBroker, isNamed } from '../../../../vocabulary/events/brokers.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { eventIdOf, typeOf } from '../../../../vocabulary/events/event.ts'
import { type Breaking, IN_FLIGHT_MS, STEP_MS } from './endpoints.ts'
import type { ExpectedTypes } from './trace.ts'

/** Name of a quote whose events an endpoint accepts that was just enabled again. */
export const BACK = 'when it is back'

/**
 * Issues a policy, and waits for its events of every type at an enabled endpoint. The quote is a named one, so that its late events
 * are not counted as failures of others.
 *
 * @param ready name of a quote that stays in `ready_to_bind`
 * @returns undefined where no policy was issued, or no `steady` endpoint shows which types come at all
 */
export async function eventsOfPolicy(
  { context, quotes: named, endpoints: { steady } }: Breaking,
  endpoint: WebhookEndpoint | undefined,
  ready: string,
): Promise<ExpectedTypes | undefined> {
  const { quotes, api, webhooks, facts, spec } = context
  const { rating, proposal, issue, deliverySlack } = facts.timing
  const bound = `${ready}, with a policy`
  const { id } = await named.make(bound, () => quotes.create('ready_to_bind'))
  if ((await quotes.settle(id)).state !== 'ready_to_bind') return undefined
  const before = endpoint && policiesAt(endpoint).size
  await api.bind(id)
  if ((await quotes.issue(id)).state !== 'issued' || endpoint === undefined || steady === undefined)
    return undefined
  // A type that never came at all breaks another statement.
  const comes = (type: EventType) => steady.arrivals().some((one) => typeOf(one) === type)
  const owed = spec.delivery.events.flatMap(({ type, cause, open }) =>
    cause !== 'operator' && ((type === 'policy.created' && open !== true) || comes(type)) ? [type] : [],
  )
  const isOfPolicy = (one: Arrival) => named.isAbout(bound, 'policy.created', one)
  // A policy's event may name the customer in another way (R28): then any further policy counts.
  const policyCame = () =>
    steady.arrivals().some(isOfPolicy)
      ? endpoint.arrivals().some(isOfPolicy)
      : policiesAt(endpoint).size > (before ?? 0)
  const isThere = (type: EventType) =>
    type === 'policy.created'
      ? policyCame()
      : endpoint.arrivals().some((one) => named.isAbout(ready, type, one))
  const came = () => owed.filter(isThere)
  const patienceMs = Math.max(rating, proposal, issue) + deliverySlack
  await webhooks.until(() => came().length === owed.length, patienceMs, STEP_MS)
  return { owed, came: came() }
}

const policiesAt = (endpoint: WebhookEndpoint) =>
  new Set(endpoint.arrivals().flatMap((one) => (typeOf(one) === 'policy.created' ? [eventIdOf(one)] : [])))

/** Does the same at an endpoint that was just enabled again, for a quote that was made after that. */
export async function eventsWhenBack(
  breaking: Breaking,
  endpoint: WebhookEndpoint,
): Promise<ExpectedTypes | undefined> {
  const quote = await breaking.make(BACK).catch(unlessUnable)
  if (quote === undefined) return undefined
  const { state } = await breaking.context.quotes.settle(quote.id)
  return state === 'ready_to_bind' ? eventsOfPolicy(breaking, endpoint, BACK).catch(unlessUnable) : undefined
}

/** Adds a broker while an endpoint that subscribes to `broker.added` is disabled, as its status shows. */
export async function makeBroker({ context, endpoints }: Breaking): Promise<void> {
  const { operator, webhooks, facts } = context
  const { spread, steady } = endpoints
  if (!operator.can('add_broker')) return
  await statusOf(context, spread)
  const broker = await addNewBroker(context).catch(unlessUnable)
  if (broker === undefined || steady === undefined) return
  const isThere = () => steady.arrivals().some((one) => isNamed(one, broker.name))
  await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack, STEP_MS)
  await webhooks.watch(IN_FLIGHT_MS, IN_FLIGHT_MS)
}
