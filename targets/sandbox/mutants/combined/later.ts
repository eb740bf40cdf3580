import type { EventDelivery } from '../../deliveries/log.ts'
import type { WebhookRules } from '../../deliveries/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

const SECONDS = 1000

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
  delivering(
    'six-seconds-for-repeats',
    'Repeats have a deadline of their own, which is shorter',
    ['answer-at-7-seconds-is-success'],
    (webhooks) => ({
      next: (attempt, succeeded, platform, delivery) => {
        const took = (attempt.endedAt ?? attempt.startedAt) - attempt.startedAt
        const isGivenUp = succeeded && attempt.number > 1 && took > 6 * SECONDS
        return isGivenUp ? 2 * SECONDS : webhooks.next(attempt, succeeded, platform, delivery)
      },
    }),
  ),
  heldRepeatsBeginAnew('held-repeats-begin-anew', 'attempts'),
  heldRepeatsBeginAnew('held-repeats-begin-anew-by-events', 'deliveries'),
  delivering(
    'two-deliveries-at-once',
    'At most two requests to an endpoint are under way: a further first attempt waits for one to end',
    ['retry-attempt-1'],
    (webhooks) => ({
      beginsAfter: (endpoint, platform) =>
        platform.deliveries
          .of(endpoint)
          .filter(({ attempts }) => attempts.length > 0 && attempts.at(-1)?.endedAt === undefined).length > 1
          ? webhooks.deadline
          : webhooks.beginsAfter(endpoint, platform),
    }),
  ),
  delivering(
    'first-attempts-wait-for-repeats',
    'An endpoint that fails gets further events only after a while',
    ['retry-attempt-1'],
    (webhooks) => ({
      beginsAfter: (endpoint, platform) =>
        platform.deliveries
          .of(endpoint)
          .some(({ state, attempts }) => state === 'pending' && attempts.length > 0)
          ? 5 * SECONDS
          : webhooks.beginsAfter(endpoint, platform),
    }),
  ),
  delivering(
    'one-disabled-endpoint-keeps-policies-from-the-others',
    'The queue for the events of policies stops while an endpoint of the partner is disabled',
    ['breaker-is-per-endpoint'],
    (webhooks) => ({
      wants: (endpoint, event, platform) =>
        webhooks.wants(endpoint, event, platform) &&
        (event.type !== 'policy.created' ||
          [...platform.endpoints.values()].every(
            (other) => other.partnerId !== endpoint.partnerId || other.status === 'enabled',
          )),
    }),
  ),
]
