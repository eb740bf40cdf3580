import type { BehaviourChange } from '../../behaviour.ts'
import type { Broker } from '../../events/broker.ts'
import type { EmittedEventType } from '../../events/table.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { inState } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Makes events of quotes so many times; once is right. */
const counted =
  (count: (type: EmittedEventType, quote: Quote, platform: Platform) => number): BehaviourChange =>
  ({ events }) => ({
    events: {
      made: (type, subject, platform) =>
        Array.from({ length: 'submission' in subject ? count(type, subject, platform) : 1 }, () =>
          events.made(type, subject, platform),
        ).flat(),
    },
  })

/** Quotes that were submitted while rating was held, in their order. */
const heldQuotes = new WeakMap<Platform, Quote[]>()
const heldOf = (platform: Platform): readonly Quote[] => heldQuotes.get(platform) ?? []

/** Notes these quotes. */
const notingHeld: BehaviourChange = ({ effects }) => ({
  effects: {
    pending(quote, platform) {
      if (platform.rating.held) heldQuotes.set(platform, [...heldOf(platform), quote])
      effects.pending(quote, platform)
    },
  },
})

/** Events that go wrong only under a condition: a hold, a review, an update, another partner, load (6, R16, R24, R28). */
export const eventCircumstanceMutants: readonly Mutant[] = [
  {
    id: 'reviewed-quotes-announce-nothing',
    says: 'Events are sent by the rating engine, which has no part in a review',
    kills: ['quote-created-emitted', 'proposal-ready-emitted'],
    change: counted((type, { submission }) =>
      type !== 'policy.created' && submission.question_highrisk === true ? 0 : 1,
    ),
  },
  {
    id: 'released-quotes-are-announced-once',
    says: 'Where several ratings go on at the same moment, only the first is announced',
    kills: ['quote-created-emitted'],
    change: (base) => ({
      ...notingHeld(base),
      ...counted((type, quote, platform) =>
        type === 'quote.created' && heldOf(platform).indexOf(quote) > 0 ? 0 : 1,
      )(base),
    }),
  },
  {
    id: 'rating-event-while-rating-waits',
    says: 'A rating that takes long is announced before it has ended',
    kills: ['quote-created-after-rating'],
    change: ({ effects }) => ({
      effects: {
        pending(quote, platform) {
          effects.pending(quote, platform)
          if (platform.rating.held) platform.events.emit('quote.created', quote, platform)
        },
      },
    }),
  },
  {
    id: 'event-ids-by-the-millisecond',
    says: 'The id of an event is the moment at which it happened',
    kills: ['delivery-event-id-unique'],
    change: () => ({ ids: { event: ({ clock }) => `evt-${clock.now()}` } }),
  },
  delivering(
    'sends-to-every-partner',
    'Events go to every endpoint that is subscribed to their type, of any partner',
    ['events-go-to-their-partner'],
    () => ({ wants: (endpoint, { type }) => endpoint.events.includes(type) }),
  ),
  delivering(
    'delivers-over-tls-1-0',
    'Deliveries use any version of TLS that a receiver offers',
    ['deliveries-use-tls-1-2'],
    () => ({ oldestTls: 'TLSv1' }),
    { options: { webhooksOnHttps: true } },
  ),
  {
    id: 'broker-event-about-the-first-broker',
    says: 'The broker in broker.added is the first one of the list',
    kills: ['broker-added-names-the-broker'],
    change: ({ events: { payloads } }) => {
      let first: Broker | undefined
      return {
        events: {
          payloads: {
            ...payloads,
            'broker.added': (broker, platform) => {
              first ??= broker
              return payloads['broker.added'](first, platform)
            },
          },
        },
      }
    },
  },
  {
    id: 'brokers-are-matched-by-address',
    says: 'Brokers are told apart by their address, so a second one there has the name of the first',
    kills: ['broker-added-once'],
    change: ({ brokers }) => {
      const names = new Map<string, string>()
      return {
        brokers: {
          add({ name, email }, platform) {
            const first = names.get(email) ?? name
            names.set(email, first)
            return brokers.add({ name: first, email }, platform)
          },
        },
      }
    },
  },
  {
    id: 'a-late-bind-announces-the-policy-again',
    says: 'A minute after its issue, a second bind of a policy is no longer refused',
    kills: ['bind-again-emits-no-second-policy'],
    change: (base) => {
      const issuedAt = new WeakMap<Quote, number>()
      return {
        effects: {
          issued(quote, platform) {
            issuedAt.set(quote, platform.clock.now())
            base.effects.issued(quote, platform)
          },
        },
        ...inState(['bind'], ['issued'], (quote, standard, platform) => {
          if (platform.clock.now() - (issuedAt.get(quote) ?? 0) > 60_000)
            platform.events.emit('policy.created', quote, platform)
          return standard()
        })(base),
      }
    },
  },
  {
    id: 'days-of-one-digit',
    says: 'The date in broker.added has no leading zeros',
    kills: ['payload-broker-added-added-date'],
    change: ({ events: { payloads } }) => ({
      events: {
        payloads: {
          ...payloads,
          'broker.added': (broker, platform) => {
            const data = payloads['broker.added'](broker, platform)
            return { ...data, addedDate: String(data.addedDate).replace(/-0(\d)$/, '-$1') }
          },
        },
      },
    }),
  },
]
