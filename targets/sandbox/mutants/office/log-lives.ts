import type { EventDelivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Shown } from '../../office/rules.ts'
import type { Mutant } from '../mutant.ts'

/** Says whether two deliveries have repeats that overlap in time. */
function overlap(one: EventDelivery, other: EventDelivery): boolean {
  const [first, last] = [one, other].map(({ attempts }) => attempts.map(({ startedAt }) => startedAt))
  if (first === undefined || last === undefined || Math.min(first.length, last.length) < 2) return false
  return Math.max(Math.min(...first), Math.min(...last)) <= Math.min(Math.max(...first), Math.max(...last))
}

/** Defects of a delivery log during the life of its endpoint, and after it (6). */
export const logLifeMutants: readonly Mutant[] = [
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
]
