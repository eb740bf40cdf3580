import type { EventDelivery } from '../../deliveries/log.ts'
import type { WebhookRules } from '../../deliveries/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

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

/** Defects that show only at a second time, or while something else is going on. */
export const laterMutants: readonly Mutant[] = [
  heldRepeatsBeginAnew('held-repeats-begin-anew', 'attempts'),
  heldRepeatsBeginAnew('held-repeats-begin-anew-by-events', 'deliveries'),
]
