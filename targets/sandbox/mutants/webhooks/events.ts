import type { BehaviourChange } from '../../behaviour.ts'
import type { EmittedEventType } from '../../events/table.ts'
import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Makes events of a type so many times. */
const times =
  (type: EmittedEventType, count: number): BehaviourChange =>
  ({ events }) => ({
    events: {
      made: (made, subject, platform) =>
        made === type
          ? Array.from({ length: count }, () => events.made(made, subject, platform)).flat()
          : events.made(made, subject, platform),
    },
  })

/** Defects of when events come, and to which endpoints (3.transitions, 4.rule.4 to 4.rule.6, 6). */
export const eventMutants: readonly Mutant[] = [
  {
    id: 'announces-no-rating',
    says: 'quote.created is listed in the portal and never sent',
    kills: ['quote-created-emitted'],
    change: times('quote.created', 0),
  },
  {
    id: 'announces-no-proposal',
    says: 'quote.proposalReady is listed in the portal and never sent',
    kills: ['proposal-ready-emitted'],
    change: times('quote.proposalReady', 0),
  },
  {
    id: 'announces-no-policy',
    says: 'policy.created is listed in the portal and never sent',
    kills: ['policy-created-emitted'],
    change: times('policy.created', 0),
  },
  {
    id: 'announces-no-broker',
    says: 'broker.added is listed in the portal and never sent',
    kills: ['broker-added-emitted'],
    change: times('broker.added', 0),
  },
  {
    id: 'announces-the-rating-at-submission',
    says: 'quote.created is sent when the quote is created, as its name says',
    kills: ['quote-created-after-rating'],
    change: ({ effects, events }) => ({
      effects: {
        pending(quote, platform) {
          effects.pending(quote, platform)
          // Emitted directly, since the rule below leaves the event out at its right time.
          platform.events.emit('quote.created', quote, platform)
        },
      },
      events: {
        made: (type, subject, platform) =>
          type === 'quote.created' && (subject as Quote).status !== 'pending'
            ? []
            : events.made(type, subject, platform),
      },
    }),
  },
  {
    id: 'proposal-event-with-the-time-of-the-quote',
    says: 'The time in quote.proposalReady is that of the submission',
    kills: ['proposal-ready-not-early'],
    change: ({ events }) => ({
      events: {
        body: (event, platform) =>
          events.body(
            event.type === 'quote.proposalReady' ? { ...event, at: event.at - 60_000 } : event,
            platform,
          ),
      },
    }),
  },
  {
    id: 'proposal-event-before-the-proposal',
    says: 'quote.proposalReady is sent when the proposal begins to be generated',
    kills: ['quote-proposal-follows-event', 'policy-preview-follows-proposal-ready'],
    change: ({ effects }) => ({
      effects: {
        ready_to_bind(quote, platform) {
          effects.ready_to_bind(quote, platform)
          platform.events.emit('quote.proposalReady', quote, platform)
        },
        proposalAnnounced(quote) {
          quote.proposal = 'announced'
          quote.announcesLate = false
        },
      },
    }),
  },
  {
    id: 'rating-event-twice',
    says: 'Two workers end the same rating, and each announces it',
    kills: ['quote-created-once'],
    change: times('quote.created', 2),
  },
  {
    id: 'proposal-event-twice',
    says: 'The proposal is generated once for each document that needs it, and announced each time',
    kills: ['proposal-ready-once'],
    change: times('quote.proposalReady', 2),
  },
  {
    id: 'broker-event-twice',
    says: 'A new broker is announced when it is saved and when it is indexed',
    kills: ['broker-added-once'],
    change: times('broker.added', 2),
  },
  {
    id: 'subscriptions-of-three-types',
    says: 'Only the first three subscriptions of an endpoint are kept',
    kills: ['broker-added-emitted'],
    change: ({ webhooks }) => ({
      webhooks: {
        wants: (endpoint, event, platform) =>
          webhooks.wants({ ...endpoint, events: endpoint.events.slice(0, 3) }, event, platform),
      },
    }),
  },
  {
    id: 'policy-event-twice',
    says: 'Two workers take the same bind, and each announces its policy',
    kills: ['bind-emits-one-policy-created', 'bind-again-emits-no-second-policy'],
    change: times('policy.created', 2),
  },
  delivering(
    'sends-everything-to-everybody',
    'Subscriptions are shown in the portal and not checked',
    ['events-go-to-subscribers'],
    () => ({ wants: () => true }),
  ),
  delivering(
    'announces-nothing',
    'No event is delivered, since the worker is not started',
    ['quote-created-emitted', 'policy-created-emitted', 'every-endpoint-gets-the-event'],
    () => ({ wants: () => false }),
  ),
  delivering(
    'one-type-an-endpoint',
    'Only the first subscription of an endpoint is kept',
    ['endpoint-takes-several-types', 'every-endpoint-gets-the-event'],
    () => ({ wants: ({ events: [first] }, { type }) => first === type }),
  ),
  delivering(
    'one-endpoint-an-event',
    'Only one of the subscribed endpoints gets an event',
    ['every-endpoint-gets-the-event'],
    (webhooks) => {
      const taken = new Map<string, unknown>()
      return {
        wants(endpoint, event, platform) {
          if (!webhooks.wants(endpoint, event, platform)) return false
          const first = taken.get(event.id) ?? endpoint
          taken.set(event.id, first)
          return first === endpoint
        },
      }
    },
  ),
  {
    id: 'deletion-ends-all-at-the-address',
    says: 'Subscriptions are deleted by partner and address, so that another endpoint at the address has none left',
    kills: ['every-endpoint-gets-the-event'],
    change: ({ endpoints }) => ({
      endpoints: {
        remove(endpoint, platform) {
          endpoints.remove(endpoint, platform)
          for (const other of platform.endpoints.values())
            if (other.url === endpoint.url && other.partnerId === endpoint.partnerId)
              Object.assign(other, { events: [] })
        },
      },
    }),
  },
  {
    id: 'sends-to-deleted-endpoints',
    says: 'A deleted endpoint still gets events from a cache',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove() {} } }),
  },
]
