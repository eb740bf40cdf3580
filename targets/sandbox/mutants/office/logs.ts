import type { BehaviourChange } from '../../behaviour.ts'
import type { EventDelivery } from '../../deliveries/log.ts'
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

/** Says whether two deliveries have repeats that overlap in time. */
function overlap(one: EventDelivery, other: EventDelivery): boolean {
  const [first, last] = [one, other].map(({ attempts }) => attempts.map(({ startedAt }) => startedAt))
  if (first === undefined || last === undefined || Math.min(first.length, last.length) < 2) return false
  return Math.max(Math.min(...first), Math.min(...last)) <= Math.min(Math.max(...first), Math.max(...last))
}

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
  {
    id: 'log-outlives-its-endpoint-where-it-failed',
    says: 'Failed deliveries stay visible after their endpoint is deleted',
    kills: ['deleted-endpoint-loses-its-history'],
    change: (behaviour) => {
      const kept = new Map<string, Endpoint>()
      return {
        endpoints: {
          remove(endpoint, platform) {
            const failed = platform.deliveries.of(endpoint).filter(({ state }) => state !== 'delivered')
            behaviour.endpoints.remove(endpoint, platform)
            if (failed.length === 0) return
            kept.set(endpoint.id, endpoint)
            // The endpoint stays visible and gets no more deliveries.
            endpoint.status = 'disabled'
            platform.endpoints.set(endpoint.id, endpoint)
            for (const delivery of failed) platform.deliveries.add(delivery)
          },
          enable(endpoint, platform) {
            if (!kept.has(endpoint.id)) behaviour.endpoints.enable(endpoint, platform)
          },
        },
        webhooks: {
          wants: (endpoint, event, platform) =>
            !kept.has(endpoint.id) && behaviour.webhooks.wants(endpoint, event, platform),
        },
      }
    },
  },
  {
    id: 'log-comes-back-with-its-address',
    says: 'Logs are stored by address, and are shown again for a new endpoint there',
    kills: ['deleted-endpoint-loses-its-history'],
    change: ({ endpoints, logs }) => {
      const kept = new Map<string, readonly Shown[]>()
      return {
        endpoints: {
          remove(endpoint, platform) {
            kept.set(endpoint.url, logs.shown(endpoint, platform))
            endpoints.remove(endpoint, platform)
          },
        },
        logs: {
          shown: (endpoint, platform) => [
            ...(kept.get(endpoint.url) ?? []),
            ...logs.shown(endpoint, platform),
          ],
        },
      }
    },
  },
  {
    id: 'repeats-logged-under-one-event',
    says: 'While several events are repeated at an endpoint, all repeats are logged under the one that failed last',
    kills: ['delivery-log-has-every-attempt'],
    change: ({ logs }) => ({
      logs: {
        shown(endpoint, platform) {
          const all = platform.deliveries.of(endpoint)
          const rows = logs.shown(endpoint, platform)
          const attemptsAt = (place: number) => (rows[place]?.attempts ?? []) as readonly Shown[]
          /** The index of the log row under which the repeats of a delivery are shown. */
          const placeOf = (one: EventDelivery) => all.findLastIndex((other) => overlap(one, other))
          return rows.map((row, place) => {
            const repeats = all.flatMap((one, own) =>
              placeOf(one) === place ? attemptsAt(own).slice(1) : [],
            )
            return { ...row, attempts: [...attemptsAt(place).slice(0, 1), ...repeats] }
          })
        },
      },
    }),
  },
  {
    id: 'repeats-after-a-rotation-are-not-logged',
    says: 'After a rotation, repeats of older events are missing in the log',
    kills: ['delivery-log-has-every-attempt'],
    change({ endpoints, logs }) {
      /** The number of attempts of each delivery when the secret was rotated. */
      const before = new Map<string, number>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            for (const { event, state, attempts } of platform.deliveries.of(endpoint))
              if (state === 'pending') before.set(`${endpoint.id} ${event.id}`, attempts.length)
            endpoints.rotate(endpoint, platform)
          },
        },
        logs: {
          shown: (endpoint, platform) =>
            logs.shown(endpoint, platform).map((row) => {
              const kept = before.get(`${endpoint.id} ${row.event_id}`)
              return { ...row, attempts: (row.attempts as readonly Shown[]).slice(0, kept) }
            }),
        },
      }
    },
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
]
