import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Defects of the senders of single event types, where each type has a sender of its own (6, 8, R26). */
export const byTypeMutants: readonly Mutant[] = [
  delivering(
    'policies-give-up-at-4xx',
    'A 4xx ends the delivery of policy.created',
    ['delivery-client-error-is-failure'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const { status = 0 } = attempt
        const isRefusal = status >= 400 && status < 500
        return delivery.event.type === 'policy.created' && isRefusal
          ? undefined
          : webhooks.next(attempt, succeeded, platform, delivery)
      },
    }),
  ),
  delivering(
    'policies-and-brokers-want-200',
    'The senders of policy.created and broker.added wait for a 200 and repeat after any other success',
    ['delivery-any-2xx-is-success'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const isOther = ['policy.created', 'broker.added'].includes(delivery.event.type)
        return webhooks.next(attempt, succeeded && !(isOther && attempt.status !== 200), platform, delivery)
      },
    }),
  ),
  delivering(
    'policies-have-five-seconds',
    'The sender of policy.created waits for five seconds',
    ['answer-at-7-seconds-is-success'],
    (webhooks) => ({
      waits(attempt, platform) {
        const own = [...platform.endpoints.values()]
          .flatMap((one) => platform.deliveries.of(one))
          .find(({ attempts }) => attempts.includes(attempt))
        return own?.event.type === 'policy.created' ? 5000 : webhooks.waits(attempt, platform)
      },
    }),
  ),
  delivering(
    'brokers-are-sent-again',
    'The sender of broker.added sends each event once more after half a minute, to be sure',
    ['retry-not-after-every-success'],
    (webhooks) => ({
      next: (attempt, succeeded, platform, delivery) =>
        succeeded && attempt.number === 1 && delivery.event.type === 'broker.added'
          ? 30_000
          : webhooks.next(attempt, succeeded, platform, delivery),
    }),
  ),
]
