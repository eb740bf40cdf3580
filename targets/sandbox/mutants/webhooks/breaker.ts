import type { Behaviour } from '../../behaviour.ts'
import type { EventDelivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

type Trips = Behaviour['webhooks']['trips']

/** A breaker that counts by another rule; `breaker` says whether it counts failed attempts or failed events. */
const counting = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  breaker: 'attempts' | 'deliveries',
  trips: (standard: Trips) => Trips,
): Mutant => delivering(id, says, kills, (webhooks) => ({ breaker, trips: trips(webhooks.trips) }))

/** The moment of an endpoint's last successful attempt with at least this number, in milliseconds since the epoch. */
const lastSuccess = (endpoint: Endpoint, { deliveries }: Platform, least: number): number =>
  Math.max(
    0,
    ...deliveries
      .of(endpoint)
      .flatMap(({ attempts }) => attempts.slice(least - 1))
      .filter(({ status = 0 }) => status >= 200 && status < 300)
      .map(({ endedAt = 0 }) => endedAt),
  )

/** Counts only failures since the last success at an attempt with at least this number. */
const sinceSuccess =
  (least = 1): Trips =>
  (endpoint, platform) => {
    const since = Math.max(
      lastSuccess(endpoint, platform, least),
      platform.clock.now() - platform.behaviour.webhooks.window,
    )
    return endpoint.failures.filter((at) => at > since).length >= platform.behaviour.webhooks.threshold
  }

const failedOf = ({ attempts }: EventDelivery): number =>
  attempts.filter(({ status = 0, endedAt }) => endedAt !== undefined && (status < 200 || status > 299)).length

/** The largest number of failed events of one type at an endpoint within the window. */
function failedOfOneType(
  endpoint: Endpoint,
  { clock, deliveries, behaviour: { webhooks } }: Platform,
): number {
  const failed = deliveries.of(endpoint).filter(({ state, attempts }) => {
    const { endedAt = 0 } = attempts.at(-1) ?? {}
    return state === 'failed' && endedAt >= clock.now() - webhooks.window
  })
  return Math.max(0, ...[...Map.groupBy(failed, ({ event }) => event.type).values()].map((all) => all.length))
}

/** Defects of when an endpoint is disabled and when it is enabled again (8.breaker). */
export const breakerMutants: readonly Mutant[] = [
  counting(
    'a-success-takes-attempts-back',
    'The breaker counts failed attempts in a row',
    ['breaker-opens-at-five'],
    'attempts',
    () => sinceSuccess(),
  ),
  counting(
    'a-success-takes-events-back',
    'The breaker counts failed events in a row',
    ['breaker-opens-at-five'],
    'deliveries',
    () => sinceSuccess(),
  ),
  counting(
    'a-success-at-a-repeat-takes-events-back',
    'An event that succeeds at a repeat ends the count of failed events',
    ['breaker-opens-at-five'],
    'deliveries',
    () => sinceSuccess(2),
  ),
  counting(
    'counts-each-event-separately',
    'The count of failed attempts is kept with the event and not with the endpoint',
    ['breaker-opens-at-five'],
    'attempts',
    () => (endpoint, platform) =>
      platform.deliveries.of(endpoint).some((one) => failedOf(one) >= 5 && endpoint.failures.length > 0),
  ),
  counting(
    'counts-from-the-first-failure',
    'The breaker counts in fixed windows, which begin at the first failure',
    ['breaker-opens-at-five'],
    'attempts',
    () => {
      const first = new WeakMap<object, number>()
      return (endpoint, { clock, behaviour: { webhooks } }) => {
        const [earliest = 0] = endpoint.failures
        const began = first.get(endpoint) ?? earliest
        first.set(endpoint, began)
        const place = (at: number) => Math.floor((at - began) / webhooks.window)
        const now = place(clock.now())
        return endpoint.failures.filter((at) => place(at) === now).length >= webhooks.threshold
      }
    },
  ),
  {
    id: 'lets-one-through-after-an-hour',
    says: 'A disabled endpoint gets the events that arise an hour later, as a trial',
    kills: ['breaker-stops-deliveries'],
    change: ({ webhooks }) => {
      const opened = new WeakMap<object, number>()
      let now = () => 0
      return {
        webhooks: {
          trips(endpoint, platform) {
            const isOpen = webhooks.trips(endpoint, platform)
            now = () => platform.clock.now()
            if (isOpen) opened.set(endpoint, now())
            return isOpen
          },
          inService: (endpoint, delivery) =>
            webhooks.inService(endpoint, delivery) ||
            now() > (opened.get(endpoint) ?? Number.POSITIVE_INFINITY) + 3_600_000,
        },
      }
    },
  },
  delivering(
    'slow-successes-open-the-breaker',
    'An answer that took longer than five seconds counts as a failure for the breaker, though its event is delivered',
    ['answer-at-7-seconds-is-success'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const { endpoint } = delivery
        const isSlow = (attempt.endedAt ?? attempt.startedAt) - attempt.startedAt > 5000
        if (succeeded && isSlow) {
          endpoint.failures.push(platform.clock.now())
          if (webhooks.trips(endpoint, platform)) endpoint.status = 'disabled'
        }
        return webhooks.next(attempt, succeeded, platform, delivery)
      },
    }),
  ),
  delivering(
    'the-breaker-counts-by-type',
    'Failures are counted for each type of event by itself',
    ['breaker-opens-at-five'],
    ({ threshold }) => ({
      trips: (endpoint, platform) => failedOfOneType(endpoint, platform) >= threshold,
    }),
  ),
  {
    id: 'rotation-enables-endpoints',
    says: 'A rotation makes the endpoint anew, and new endpoints are enabled',
    kills: ['breaker-stays-open'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint: Endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          if (endpoint.status === 'disabled') endpoints.enable(endpoint, platform)
        },
      },
    }),
  },
  {
    id: 'a-new-secret-clears-the-breaker',
    says: 'The failures of an endpoint are forgotten when its secret is rotated',
    kills: ['breaker-opens-at-five'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          endpoint.failures = []
        },
      },
    }),
  },
  {
    id: 'out-of-service-by-address',
    says: 'The breaker works by address, and a new endpoint at a disabled address starts disabled',
    kills: ['breaker-is-per-endpoint'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const isOut = [...platform.endpoints.values()].some(
            ({ url, status }) => url === request.url && status === 'disabled',
          )
          const endpoint = endpoints.register(request, platform)
          if (isOut) endpoint.status = 'disabled'
          return endpoint
        },
      },
    }),
  },
]
