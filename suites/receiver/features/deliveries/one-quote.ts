import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { eventTypesOf, type Named } from '../../vocabulary/driving/send.ts'

/** Events in the life of a quote, the last one first. */
const MILESTONES: readonly EventType[] = ['policy.created', 'quote.proposalReady', 'quote.created']
/** Fields that are the same in all events of one quote, where an event has them. */
const SHARED = ['quoteId', 'partnerId', 'customer', 'product']
const BETWEEN_MS = 4000

type Making = Pick<ReceiverContext, 'spec' | 'draft' | 'event' | 'now'>

/**
 * The events of one quote in their order, then the same events again with a new Timestamp. Each is recognised by its Event-ID.
 */
export function lifeOfAQuote(context: Making): readonly Named<EventType>[] {
  const inOrder = eventsOfOneQuote(context)
    .toReversed()
    .map((one) => ({ ...one, name: `${one.kind} of a quote`, variant: true }))
  const again = inOrder.map((one) => ({
    ...one,
    kind: 'again',
    name: `${one.kind} of a quote once more`,
    keepsId: true,
    // At least a millisecond later, so that its signature is another one.
    draft: { ...one.draft, timestamp: new Date(context.now() + 1).toISOString() },
  }))
  return [...inOrder, ...again]
}

/**
 * The events of one quote in an order that retries may cause: the event that happened first is delivered last. Its body has an
 * earlier timestamp, but it is still a separate event.
 */
export function eventsOfOneQuote({ spec, draft, event, now }: Making): readonly Named<EventType>[] {
  const known = new Set(eventTypesOf(spec).map(({ type }) => type))
  const quote = event('quote.created')
  return MILESTONES.filter((type) => known.has(type)).map((type, index) => {
    const own = event(type)
    const shared = SHARED.filter((field) => field in own.data && field in quote.data)
    const body = {
      ...own,
      timestamp: new Date(now() - (index + 1) * BETWEEN_MS).toISOString(),
      data: { ...own.data, ...Object.fromEntries(shared.map((field) => [field, quote.data[field]])) },
    }
    return {
      kind: type,
      name: `${type}, the last event of its quote first`,
      draft: draft(type, { body: JSON.stringify(body) }),
    }
  })
}
