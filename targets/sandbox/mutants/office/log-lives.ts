import type { BehaviourChange } from '../../behaviour.ts'
import type { EventDelivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { EndpointRules } from '../../events/rules.ts'
import type { Shown } from '../../office/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

type Action = 'enable' | 'rotate' | 'remove'

/** Empties delivery logs when something is done with an endpoint. */
const emptying =
  (
    action: Action,
    which: (of: Endpoint, done: Endpoint) => boolean,
    isMeant: (done: Endpoint) => boolean = () => true,
  ): BehaviourChange =>
  ({ endpoints, logs }) => {
    const hidden = new WeakSet<EventDelivery>()
    const empty = (done: Endpoint, { endpoints: all, deliveries }: Platform) => {
      for (const endpoint of all.values())
        if (which(endpoint, done)) for (const delivery of deliveries.of(endpoint)) hidden.add(delivery)
    }
    const changed: Partial<EndpointRules<Platform>> = {}
    for (const name of ['enable', 'rotate', 'remove'] as const)
      changed[name] = (endpoint, platform) => {
        if (name === action && isMeant(endpoint)) empty(endpoint, platform)
        endpoints[name](endpoint, platform)
      }
    return {
      endpoints: changed,
      logs: {
        shown(endpoint, platform) {
          const ids = new Set(
            platform.deliveries.of(endpoint).flatMap((one) => (hidden.has(one) ? [one.event.id] : [])),
          )
          return logs.shown(endpoint, platform).filter(({ event_id }) => !ids.has(String(event_id)))
        },
      },
    }
  }

const isItself = (one: Endpoint, done: Endpoint): boolean => one === done
const isAnother = (one: Endpoint, done: Endpoint): boolean => one !== done

/** Says whether two deliveries have repeats that overlap in time. */
function overlap(one: EventDelivery, other: EventDelivery): boolean {
  const [first, last] = [one, other].map(({ attempts }) => attempts.map(({ startedAt }) => startedAt))
  if (first === undefined || last === undefined || Math.min(first.length, last.length) < 2) return false
  return Math.max(Math.min(...first), Math.min(...last)) <= Math.min(Math.max(...first), Math.max(...last))
}

const emptied = (id: string, says: string, change: BehaviourChange): Mutant => ({
  id,
  says,
  kills: ['delivery-log-has-every-attempt'],
  change,
})

/** Defects of a delivery log during the life of its endpoint, and after it (6). */
export const logLifeMutants: readonly Mutant[] = [
  emptied(
    'log-emptied-by-rotation',
    'Rotating a secret deletes the log of the endpoint',
    emptying('rotate', isItself),
  ),
  emptied('log-emptied-by-enabling', 'Enabling an endpoint deletes its log', emptying('enable', isItself)),
  emptied(
    'log-emptied-by-reopening',
    'Enabling a disabled endpoint deletes its log',
    emptying('enable', isItself, ({ status }) => status === 'disabled'),
  ),
  emptied(
    'logs-emptied-by-another-rotation',
    'Rotating a secret empties the logs of all other endpoints',
    emptying('rotate', isAnother),
  ),
  emptied(
    'logs-emptied-by-another-deletion',
    'Deleting an endpoint deletes all logs of the account',
    emptying('remove', isAnother),
  ),
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
    id: 'log-ends-with-the-breaker',
    says: 'Once a disabled endpoint is enabled, its log lacks quote.created of new quotes',
    kills: ['delivery-log-has-every-attempt'],
    change({ endpoints, logs }) {
      /** The events that were being delivered to an endpoint when it was enabled. */
      const before = new WeakMap<Endpoint, ReadonlySet<string>>()
      return {
        endpoints: {
          enable(endpoint, platform) {
            const ids = platform.deliveries.of(endpoint).map(({ event }) => event.id)
            if (endpoint.status === 'disabled') before.set(endpoint, new Set(ids))
            endpoints.enable(endpoint, platform)
          },
        },
        logs: {
          shown: (endpoint, platform) =>
            logs
              .shown(endpoint, platform)
              .filter(
                ({ type, event_id }) =>
                  type !== 'quote.created' || (before.get(endpoint)?.has(String(event_id)) ?? true),
              ),
        },
      }
    },
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
