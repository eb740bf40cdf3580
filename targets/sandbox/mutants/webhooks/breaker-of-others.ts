import type { Behaviour } from '../../behaviour.ts'
import type { EventDelivery } from '../../deliveries/log.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** A breaker that counts only failures which fit: each is the end of the last attempt of a delivery at that moment. */
const tripsOn =
  (
    counts: (delivery: EventDelivery, status: number | undefined) => boolean,
  ): Behaviour['webhooks']['trips'] =>
  (endpoint, { clock, deliveries, behaviour: { webhooks } }) => {
    const since = clock.now() - webhooks.window
    const counted = deliveries
      .of(endpoint)
      .flatMap((delivery) =>
        delivery.attempts.flatMap(({ status, endedAt }) => (counts(delivery, status) ? [endedAt] : [])),
      )
    return endpoint.failures.filter((at) => at >= since && counted.includes(at)).length >= webhooks.threshold
  }

/** Defects of a breaker that knows only some failures, some endpoints, or a first few openings (8.breaker). */
export const otherBreakerMutants: readonly Mutant[] = [
  delivering(
    'silence-at-the-end-does-not-count',
    'Of the events that failed for good, the breaker counts those whose last attempt was answered',
    ['breaker-opens-at-five'],
    () => ({ trips: tripsOn((_delivery, status) => status !== undefined) }),
  ),
  delivering(
    'events-of-brokers-do-not-count',
    'Failed broker events do not reach the breaker, which counts events',
    ['breaker-opens-at-five'],
    () => ({ trips: tripsOn(({ event }) => event.type !== 'broker.added') }),
  ),
  delivering(
    'attempts-of-brokers-do-not-count',
    'Failed broker events do not reach the breaker, which counts attempts',
    ['breaker-opens-at-five'],
    () => ({ breaker: 'attempts', trips: tripsOn(({ event }) => event.type !== 'broker.added') }),
  ),
  delivering(
    'missed-deadlines-of-brokers-do-not-count',
    'Only answered failures of broker events reach the breaker, which counts attempts',
    ['breaker-opens-at-five'],
    () => ({
      breaker: 'attempts',
      trips: tripsOn(({ event }, status) => event.type !== 'broker.added' || status !== undefined),
    }),
  ),
]
