import type { Broker } from '../../events/broker.ts'
import type { Mutant } from '../mutant.ts'

/** Events that go wrong only under a condition: a hold, a review, an update, another partner, load (6, R16, R24, R28). */
export const eventCircumstanceMutants: readonly Mutant[] = [
  {
    id: 'event-ids-by-the-millisecond',
    says: 'The id of an event is the moment at which it happened',
    kills: ['delivery-event-id-unique'],
    change: () => ({ ids: { event: ({ clock }) => `evt-${clock.now()}` } }),
  },
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
]
