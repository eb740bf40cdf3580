import type { Arrival, Incoming, Script, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../conformance/verdict.ts'
import { OTHER_PARTNER } from '../../../vocabulary/access/asking.ts'
import { COPY_MS } from '../../../vocabulary/attempts/copies.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../vocabulary/events/brokers.ts'
import { marksOf, speaksOf, typeOf } from '../../../vocabulary/events/event.ts'
import { isAcceptedBind } from '../../../vocabulary/judge/accepted-bind.ts'
import { tryAction } from '../../../vocabulary/operator/act.ts'
import type { SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import type { Logged } from './claims.ts'
import { settledLog } from './settled.ts'

const POLICY = 'policy.created'
const BROKER = 'broker.added'

/** Each event is delivered at its second attempt. */
const AGAIN: Script = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 200 },
]

/** Recognizes the `quote.created` of a submission by its unique customer, before the quote id is known. */
export function announcesQuote(submission: SubmittedQuote['submission']): (delivery: Incoming) => boolean {
  const marks = marksOf(submission)
  return (delivery: Pick<Arrival, 'body'>) =>
    typeOf(delivery) === 'quote.created' &&
    marks.some((mark) => delivery.body?.toLowerCase().includes(mark) === true)
}

/** Binds a quote and adds a broker, and reads the log of an endpoint that only gets the events of those. */
export async function logOfOtherTypes(
  context: PlatformContext,
  quote: SubmittedQuote,
): Promise<readonly Logged[]> {
  const { webhooks, api, quotes, operator, facts, spec } = context
  const types = spec.delivery.events.flatMap(({ type }) => ([POLICY, BROKER].includes(type) ? [type] : []))
  if (types.length === 0) return []
  // How many endpoints a partner may have is not shown.
  const endpoint = await webhooks.open(types).catch(unlessUnable)
  if (endpoint === undefined) return []
  const broker = newBroker(context)
  const isPolicy = (one: Incoming) => typeOf(one) === POLICY && speaksOf(one, quote)
  const isBroker = (one: Incoming) => isNamed(one, broker.name)
  for (const concerns of [isPolicy, isBroker]) endpoint.answer(AGAIN, { concerns, copyMs: COPY_MS })
  await quotes.settle(quote.id)
  const isBound = isAcceptedBind(await api.bind(quote.id), spec)
  const isAdded =
    types.includes(BROKER) &&
    operator.can('add_broker') &&
    (await tryAction(operator, 'add_broker', { ...broker })).step.kind === 'done'
  const owed = [...(isBound ? [isPolicy] : []), ...(isAdded ? [isBroker] : [])]
  const isThere = () => owed.every((concerns) => endpoint.arrivals().filter(concerns).length >= AGAIN.length)
  await webhooks.until(isThere, facts.timing.issue + 2 * facts.timing.deliverySlack)
  return logged(context, endpoint, 'after events of other types')
}

/** Submits a quote of the second partner, and reads the log of an endpoint of that partner. */
export async function logOfOtherPartner(context: PlatformContext): Promise<readonly Logged[]> {
  const { webhooks, api, quotes, facts } = context
  const { otherPartnerId } = facts
  if (otherPartnerId === undefined) return []
  const endpoint = await webhooks.openFor(otherPartnerId, ['quote.created']).catch(unlessUnable)
  if (endpoint === undefined) return []
  const submission = quotes.submission('ready_to_bind')
  const concerns = announcesQuote(submission)
  endpoint.answer(AGAIN, { concerns, copyMs: COPY_MS })
  await api.submit(submission, { credentials: OTHER_PARTNER, meant: 'ready_to_bind' })
  const isThere = () => endpoint.arrivals().filter(concerns).length >= AGAIN.length
  await webhooks.until(isThere, facts.timing.rating + 2 * facts.timing.deliverySlack)
  const seen = await logged(context, endpoint, 'at an endpoint of a second partner')
  // An operator may show only endpoints of its own partner.
  return seen.filter(({ log }) => log.step.kind === 'done')
}

/** The log of an endpoint; none where nothing arrived there, which other scenarios judge. */
async function logged(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  when: string,
): Promise<readonly Logged[]> {
  return endpoint.arrivals().length === 0 ? [] : [{ ...(await settledLog(context, endpoint)), when }]
}
