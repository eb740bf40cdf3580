import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Defects that change an event from one attempt to the next, or that delay the attempts of some events by other rules. */
export const attemptMutants: readonly Mutant[] = [
  delivering(
    'a-late-first-attempt-is-dated-back',
    'The first attempt waits for ten seconds, and its Timestamp hides that',
    ['retry-attempt-1'],
    (webhooks) => ({
      delays: webhooks.delays.with(0, 10_000),
      timestamp: (delivery, attempt, platform) =>
        attempt.number === 1
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : webhooks.timestamp(delivery, attempt, platform),
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
  delivering(
    'waits-as-long-as-the-receiver-asks',
    'Where Retry-After asks for more than the stated delay, the next attempt waits for it',
    ['retry-attempt-5'],
    (webhooks) => ({
      delayBefore: (number, previous, platform) =>
        Math.max(
          webhooks.delayBefore(number, previous, platform),
          1000 * (Number(previous.retryAfter ?? 0) || 0),
        ),
    }),
  ),
  {
    id: 'retries-go-on-after-deletion',
    says: 'Repeats to a deleted endpoint go on',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove: ({ id }, { endpoints }) => void endpoints.delete(id) } }),
  },
]
