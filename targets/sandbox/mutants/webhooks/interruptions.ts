import type { Attempt, EventDelivery } from '../../deliveries/log.ts'
import type { WebhookRules } from '../../deliveries/rules.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Cancels the planned repeats of endpoints, and forgets that there were any. */
function lose({ deliveries }: Platform, ...endpoints: readonly Endpoint[]): void {
  for (const { cancel } of endpoints.flatMap((one): readonly EventDelivery[] => deliveries.of(one)))
    cancel?.()
}

/** The other deliveries to an attempt's endpoint that are under way or will be repeated. */
function othersBeside(attempt: Attempt, { endpoints, deliveries }: Platform): readonly EventDelivery[] {
  const all = [...endpoints.values()].map((endpoint) => deliveries.of(endpoint))
  const beside = all.find((own) => own.some(({ attempts }) => attempts.includes(attempt))) ?? []
  return beside.filter(({ state, attempts }) => state === 'pending' && !attempts.includes(attempt))
}

/** Counts the attempts of held deliveries from 1 again after their endpoint is enabled. */
const heldRepeatsBeginAnew = (id: string, breaker: WebhookRules<Platform>['breaker']): Mutant => ({
  id,
  says: `Events held for a disabled endpoint are sent as new events; the breaker counts ${breaker}`,
  kills: ['retry-ends-after-ten'],
  change({ endpoints, webhooks }) {
    const before = new WeakMap<EventDelivery, number>()
    return {
      webhooks: {
        breaker,
        whileDisabled: 'held',
        next: (attempt, succeeded, platform, delivery) =>
          webhooks.next(
            { ...attempt, number: attempt.number - (before.get(delivery) ?? 0) },
            succeeded,
            platform,
            delivery,
          ),
      },
      endpoints: {
        enable(endpoint, platform) {
          for (const one of platform.deliveries.of(endpoint))
            if (one.state === 'held') before.set(one, one.attempts.length)
          endpoints.enable(endpoint, platform)
        },
      },
    }
  },
})

/** Repeats that are lost or counted anew by something else at their endpoint (8.retry). */
export const interruptionMutants: readonly Mutant[] = [
  {
    id: 'registration-loses-repeats',
    says: 'A new endpoint makes the sender of its partner load everything anew, and planned repeats are lost',
    kills: ['retry-attempt-4'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const endpoint = endpoints.register(request, platform)
          const own = [...platform.endpoints.values()].filter(
            ({ partnerId }) => partnerId === endpoint.partnerId,
          )
          lose(platform, ...own)
          return endpoint
        },
      },
    }),
  },
  {
    id: 'enabling-in-service-loses-repeats',
    says: 'Enabling an endpoint that is in service makes its queue anew, and planned repeats are lost',
    kills: ['retry-attempt-4'],
    change: ({ endpoints }) => ({
      endpoints: {
        enable(endpoint, platform) {
          if (endpoint.status === 'enabled') lose(platform, endpoint)
          endpoints.enable(endpoint, platform)
        },
      },
    }),
  },
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
    'repeats-of-one-moment-are-one',
    'Repeats are kept by endpoint and due time, so of several events that fail at the same moment one is repeated',
    ['retry-attempt-2'],
    (webhooks) => {
      const planned = new Set<string>()
      return {
        next(attempt, succeeded, platform, delivery) {
          const delay = webhooks.next(attempt, succeeded, platform, delivery)
          const key = `${delivery.endpoint.id} ${platform.clock.now() + (delay ?? 0)}`
          if (delay === undefined || !planned.has(key)) {
            if (delay !== undefined) planned.add(key)
            return delay
          }
          return undefined
        },
      }
    },
  ),
  heldRepeatsBeginAnew('held-repeats-begin-anew', 'attempts'),
  heldRepeatsBeginAnew('held-repeats-begin-anew-by-events', 'deliveries'),
]
