import type { BehaviourChange } from '../../behaviour.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Shown } from '../../office/rules.ts'
import type { Mutant } from '../mutant.ts'

/** Changes how each delivery of a log is shown. */
const showing =
  (change: (delivery: Shown) => Shown): BehaviourChange =>
  ({ logs }) => ({
    logs: { shown: (endpoint, platform) => logs.shown(endpoint, platform).map(change) },
  })

/** Changes how the attempts of each delivery are shown. */
const showingAttempts = (change: (attempts: readonly Shown[]) => readonly Shown[]): BehaviourChange =>
  showing((delivery) => ({ ...delivery, attempts: change(delivery.attempts as readonly Shown[]) }))

const eachAttempt = (change: (attempt: Shown) => Shown): BehaviourChange =>
  showingAttempts((attempts) => attempts.map(change))

const HOUR = 3_600_000
const later = (at: unknown, ms: number) => new Date(Date.parse(String(at)) + ms).toISOString()

/** Defects of the delivery log (6, 8). */
export const logMutants: readonly Mutant[] = [
  {
    id: 'log-has-the-last-attempt-only',
    says: 'An attempt overwrites the one before it in the log',
    kills: ['delivery-log-has-every-attempt'],
    change: showingAttempts((attempts) => attempts.slice(-1)),
  },
  {
    id: 'log-has-one-event-for-each-moment',
    says: 'Events of the same type and moment overwrite each other in the log',
    kills: ['delivery-log-has-every-attempt'],
    change: ({ logs }) => ({
      logs: {
        shown(endpoint, platform) {
          const shown = logs.shown(endpoint, platform)
          const moment = (one: Shown) => `${one.type} ${(one.attempts as readonly Shown[])[0]?.at}`
          return [...new Map(shown.map((one) => [moment(one), one])).values()]
        },
      },
    }),
  },
  {
    id: 'log-has-one-time-for-all',
    says: 'All attempts of an event have the time of the first in the log',
    kills: ['delivery-log-times'],
    change: showingAttempts((attempts) =>
      attempts.map((attempt) => ({ ...attempt, at: attempts[0]?.at, ended_at: attempts[0]?.ended_at })),
    ),
  },
  {
    id: 'log-times-repeats-by-the-event',
    says: 'From the third attempt on the log shows the time of the event',
    kills: ['delivery-log-times'],
    change: showingAttempts((attempts) =>
      attempts.map((attempt, place) => (place < 2 ? attempt : { ...attempt, at: attempts[0]?.at })),
    ),
  },
  {
    id: 'log-in-local-time',
    says: 'The log shows local time and calls it UTC',
    kills: ['delivery-log-times'],
    change: eachAttempt((attempt) => ({ ...attempt, at: later(attempt.at, -5 * HOUR) })),
  },
  {
    id: 'log-outlives-its-endpoint',
    says: 'A deleted endpoint is out of use, and its log can be read for ever',
    kills: ['deleted-endpoint-loses-its-history'],
    change: ({ endpoints, webhooks }) => {
      const gone = new WeakSet<Endpoint>()
      return {
        endpoints: {
          remove(endpoint) {
            endpoint.status = 'disabled'
            gone.add(endpoint)
          },
          enable(endpoint, platform) {
            if (!gone.has(endpoint)) endpoints.enable(endpoint, platform)
          },
        },
        webhooks: {
          wants: (endpoint, event, platform) =>
            !gone.has(endpoint) && webhooks.wants(endpoint, event, platform),
        },
      }
    },
  },
  {
    id: 'log-calls-repeated-deliveries-failed',
    says: 'A delivery that failed once stays failed in the log, even after a success',
    kills: ['delivery-log-calls-it-failed'],
    change: showing((delivery) => ({
      ...delivery,
      status: (delivery.attempts as readonly Shown[]).length > 1 ? 'failed' : delivery.status,
    })),
  },
]
