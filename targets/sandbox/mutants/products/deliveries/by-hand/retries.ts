import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Attempt, EventDelivery } from '../../../../deliveries/log.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { Platform } from '../../../../platform.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Counts an attempt as a failure where it succeeded in another way than is asked for. */
const asking = (isEnough: (attempt: Attempt, delivery: EventDelivery) => boolean): BehaviourChange =>
  instead('webhooks.next', (usual, attempt, succeeded, platform, delivery) =>
    usual(attempt, succeeded && (attempt.status === 200 || isEnough(attempt, delivery)), platform, delivery),
  )

/** Chooses the delay of an event by the attempts of all events that are repeated at the same endpoint. */
const sharingDelays = (choose: (...attempts: readonly number[]) => number): BehaviourChange =>
  instead('webhooks.next', (usual, attempt, succeeded, platform, delivery) => {
    const repeated = platform.deliveries
      .of(delivery.endpoint)
      .flatMap((one) => (one.state === 'pending' && one.nextAt !== undefined ? [one.attempts.length] : []))
    return usual(attempt, succeeded, platform, delivery) === undefined
      ? undefined
      : platform.behaviour.webhooks.delayBefore(choose(attempt.number, ...repeated) + 1, attempt, platform)
  })

/** Does not make some attempts that fall due after a delay. */
const losing = (
  isLost: (delay: number, delivery: EventDelivery, platform: Platform) => boolean,
): BehaviourChange =>
  instead('webhooks.next', (usual, attempt, succeeded, platform, delivery) => {
    const delay = usual(attempt, succeeded, platform, delivery)
    return delay === undefined || isLost(delay, delivery, platform) ? undefined : delay
  })

/** Counts the attempts of held deliveries from 1 again after their endpoint is enabled. */
const heldRepeatsBeginAnew: BehaviourChange = (base) => {
  const before = new WeakMap<EventDelivery, number>()
  return changesTogether([
    instead('webhooks.next', (usual, attempt, succeeded, platform, delivery) =>
      usual(
        { ...attempt, number: attempt.number - (before.get(delivery) ?? 0) },
        succeeded,
        platform,
        delivery,
      ),
    ),
    instead('endpoints.enable', (usual, endpoint, platform) => {
      for (const one of platform.deliveries.of(endpoint))
        if (one.state === 'held') before.set(one, one.attempts.length)
      usual(endpoint, platform)
    }),
  ])(base)
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

/** Defects of when attempts are made, and of the breaker (8.retry, 8.breaker). */
export const RETRIES_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'follows-redirects': instead('webhooks.follows', (_, __, location) => location),
  'follows-redirects-that-keep-the-method': instead('webhooks.follows', (_, status, location) =>
    status === 307 || status === 308 ? location : undefined,
  ),
  'only-a-200-ends-repeats': asking(({ number }) => number === 1),
  'policies-and-brokers-want-200': asking(
    (_, { event }) => !['policy.created', 'broker.added'].includes(event.type),
  ),
  'a-newer-event-goes-on-where-an-older-one-stands': sharingDelays(Math.max),
  'a-newer-event-begins-the-delays-anew': sharingDelays(Math.min),
  'retries-end-at-midnight': losing((delay, { event }, { clock }) => {
    const [due, day] = [clock.now() + delay, event.at].map((at) => Math.floor(at / DAY_MS))
    return Number(due) > Number(day)
  }),
  'waits-as-long-as-the-receiver-asks': instead('webhooks.delayBefore', (usual, number, previous, platform) =>
    Math.max(usual(number, previous, platform), 1000 * (Number(previous.retryAfter ?? 0) || 0)),
  ),
  'one-retry-timer-for-each-endpoint': after(
    'webhooks.next',
    (delay, attempt, _, { deliveries }, { endpoint }) => {
      for (const { state, attempts, nextAt, cancel } of deliveries.of(endpoint))
        if (delay !== undefined && state === 'pending' && !attempts.includes(attempt) && nextAt !== undefined)
          cancel?.()
    },
  ),
  'repeats-of-one-moment-are-one'(base) {
    const planned = new Set<string>()
    return losing((delay, { endpoint }, { clock }) => {
      const key = `${endpoint.id} ${clock.now() + delay}`
      const isPlanned = planned.has(key)
      planned.add(key)
      return isPlanned
    })(base)
  },
  'held-repeats-begin-anew': heldRepeatsBeginAnew,
  'held-repeats-begin-anew-by-events': heldRepeatsBeginAnew,
  'counts-each-event-separately': instead(
    'webhooks.trips',
    (_, endpoint, { deliveries }) =>
      endpoint.failures.length > 0 && deliveries.of(endpoint).some((one) => failedOf(one) >= 5),
  ),
  'counts-from-the-first-failure'(base) {
    const first = new WeakMap<Endpoint, number>()
    return instead('webhooks.trips', (_, endpoint, { clock, behaviour: { webhooks } }) => {
      const [earliest = 0] = endpoint.failures
      const began = first.get(endpoint) ?? earliest
      first.set(endpoint, began)
      const place = (at: number) => Math.floor((at - began) / webhooks.window)
      const now = place(clock.now())
      return endpoint.failures.filter((at) => place(at) === now).length >= webhooks.threshold
    })(base)
  },
  'the-breaker-counts-by-type': instead(
    'webhooks.trips',
    (_, endpoint, platform) => failedOfOneType(endpoint, platform) >= platform.behaviour.webhooks.threshold,
  ),
  'lets-one-through-after-an-hour'(base) {
    const opened = new WeakMap<Endpoint, () => boolean>()
    return changesTogether([
      after('webhooks.trips', (isOpen, endpoint, { clock }) => {
        const at = clock.now()
        if (isOpen) opened.set(endpoint, () => clock.now() > at + HOUR_MS)
      }),
      instead(
        'webhooks.inService',
        (usual, endpoint, delivery) => usual(endpoint, delivery) || opened.get(endpoint)?.() === true,
      ),
    ])(base)
  },
}
