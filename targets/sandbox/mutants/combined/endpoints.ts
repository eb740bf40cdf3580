import type { Attempt, EventDelivery } from '../../deliveries/log.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

/** Chooses the delay of an event by the attempts of all events that are repeated at the same endpoint. */
const sharingDelays = (
  id: string,
  says: string,
  kills: string,
  choose: (attempts: readonly number[]) => number,
): Mutant =>
  delivering(id, says, [kills], (webhooks) => ({
    next(attempt, succeeded, platform, delivery) {
      const repeated = platform.deliveries
        .of(delivery.endpoint)
        .flatMap((one) => (one.state === 'pending' && one.nextAt !== undefined ? [one.attempts.length] : []))
      const number = choose([attempt.number, ...repeated])
      const usual = webhooks.next(attempt, succeeded, platform, delivery)
      return usual === undefined ? undefined : webhooks.delayBefore(number + 1, attempt, platform)
    },
  }))

const DAY_MS = 86_400_000

/** The other deliveries to an attempt's endpoint that are under way or will be repeated. */
function othersBeside(attempt: Attempt, { endpoints, deliveries }: Platform): readonly EventDelivery[] {
  const all = [...endpoints.values()].map((endpoint) => deliveries.of(endpoint))
  const beside = all.find((own) => own.some(({ attempts }) => attempts.includes(attempt))) ?? []
  return beside.filter(({ state, attempts }) => state === 'pending' && !attempts.includes(attempt))
}

/** Defects of several events at one endpoint, and of events that come later (6, 8, R24, R25, R26, R29). */
export const endpointMutants: readonly Mutant[] = [
  sharingDelays(
    'a-newer-event-goes-on-where-an-older-one-stands',
    'All events that are repeated at an endpoint have the delay of the event with the most attempts',
    'retry-attempt-2',
    (attempts) => Math.max(...attempts),
  ),
  sharingDelays(
    'a-newer-event-begins-the-delays-anew',
    'All events that are repeated at an endpoint have the delay of the newest event',
    'retry-attempt-3',
    (attempts) => Math.min(...attempts),
  ),
  delivering(
    'one-retry-timer-for-each-endpoint',
    'The next attempt at one event takes the place of the one that was planned for another',
    ['retry-attempt-2'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const delay = webhooks.next(attempt, succeeded, platform, delivery)
        if (delay !== undefined)
          for (const other of othersBeside(attempt, platform))
            if (other.nextAt !== undefined) other.cancel?.()
        return delay
      },
    }),
  ),
  delivering(
    'retries-end-at-midnight',
    'Repeats that fall due after the day of their event are lost, since each day has a table of its own',
    ['retry-attempt-4'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const delay = webhooks.next(attempt, succeeded, platform, delivery)
        if (delay === undefined) return undefined
        const isNextDay = (at: number) => Math.floor(at / DAY_MS) > Math.floor(delivery.event.at / DAY_MS)
        return isNextDay(platform.clock.now() + delay) ? undefined : delay
      },
    }),
  ),
  {
    id: 'endpoints-out-of-service-show-their-secret',
    says: 'The page of a disabled endpoint shows all its settings, with the secret',
    kills: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => ({
      endpoints: {
        shown: (endpoint) => ({
          ...endpoints.shown(endpoint),
          ...(endpoint.status === 'disabled' && { settings: { key: endpoint.secret } }),
        }),
      },
    }),
  },
  {
    id: 'logs-go-with-an-address',
    says: 'Deleting an endpoint deletes all deliveries to its address, also those of another endpoint',
    kills: ['delivery-log-has-every-attempt'],
    change: ({ endpoints }) => ({
      endpoints: {
        remove(endpoint, platform) {
          endpoints.remove(endpoint, platform)
          for (const other of platform.endpoints.values())
            if (other.url === endpoint.url) platform.deliveries.forget(other)
        },
      },
    }),
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
    id: 'kept-events-are-signed-as-they-arose',
    says: 'Events that wait for a disabled endpoint are signed with the secret of the day when they arose',
    kills: ['rotation-ends-with-the-new-secret'],
    change: ({ webhooks }) => {
      const secrets = new WeakMap<object, string>()
      return {
        webhooks: {
          whileDisabled: 'held',
          wants(endpoint, event, platform) {
            const isWanted = webhooks.wants(endpoint, event, platform)
            if (isWanted && endpoint.status === 'disabled') secrets.set(event, endpoint.secret)
            return isWanted
          },
          signingSecret: (endpoint, platform, delivery) =>
            secrets.get(delivery.event) ?? webhooks.signingSecret(endpoint, platform, delivery),
        },
      }
    },
  },
]
