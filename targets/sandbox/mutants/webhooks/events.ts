import type { Broker } from '../../events/broker.ts'
import type { Quote } from '../../quotes/quote.ts'
import { alongCourses } from '../course.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Defects of when events come, and to which endpoints (3.transitions, 4.rule.4 to 4.rule.6, 6). */
export const eventMutants: readonly Mutant[] = [
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
    id: 'held-events-announce-their-submission',
    says: 'The time of an event is that of the submission where its rating was held',
    kills: ['payload-timestamp-in-its-time'],
    change: ({ effects, events }) => {
      const held = new WeakSet<Quote>()
      return {
        effects: {
          pending(quote, platform) {
            if (platform.rating.held) held.add(quote)
            effects.pending(quote, platform)
          },
        },
        events: {
          made(type, subject, platform) {
            const made = events.made(type, subject, platform)
            const quote = [...platform.quotes.values()].find((one) => one === (subject as unknown))
            if (type !== 'quote.created' || quote === undefined || !held.has(quote)) return made
            const timestamp = platform.behaviour.formats.timestamp(quote.createdAt)
            return made.map((one) => ({ ...one, body: { ...one.body, timestamp } }))
          },
        },
      }
    },
  },
  {
    id: 'events-of-another-client-name-it-as-partner',
    says: 'The partner in an event is read from the token of the submission, and is right for the first client only',
    kills: ['payload-partner-id-kept'],
    change: alongCourses((courseOf) => ({ events }) => ({
      events: {
        body(event, platform) {
          const [first] = platform.directory.clients.keys()
          const data = event.data as { readonly quoteId?: string }
          const quote = platform.quotes.get(data.quoteId ?? '')
          const partnerId = quote && courseOf(quote).submittedClient
          const isFirst = partnerId === undefined || partnerId === first
          return events.body(isFirst ? event : { ...event, data: { ...data, partnerId } }, platform)
        },
      },
    })),
  },
]
