import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../../behaviour.ts'
import type { Attempt, EventDelivery } from '../../../deliveries/log.ts'
import type { Endpoint } from '../../../events/endpoint.ts'
import type { PlatformEvent } from '../../../events/event.ts'
import type { Platform } from '../../../platform.ts'
import { number, one, operatorOn, replacing, text } from '../arguments.ts'
import type { Happens as HappensTo } from '../product.ts'

type Happens = HappensTo<EventDelivery>
type Rules = Behaviour['webhooks']
type Changed = NonNullable<BehaviourChanges['webhooks']>

const operator = operatorOn<EventDelivery>()

const webhooks =
  (rules: (usual: Rules, happens: Happens) => Changed) =>
  (happens: Happens): BehaviourChange =>
  (base) => ({ webhooks: rules(base.webhooks, happens) })

/** The delivery that an attempt belongs to. */
const deliveryOf = (attempt: Attempt, { endpoints, deliveries }: Platform): EventDelivery | undefined =>
  [...endpoints.values()]
    .flatMap((endpoint) => deliveries.of(endpoint))
    .find(({ attempts }) => attempts.includes(attempt))

/** A delivery that has not begun. */
const toCome = (endpoint: Endpoint, event: PlatformEvent): EventDelivery => ({
  endpoint,
  event,
  attempts: [],
  state: 'pending',
})

/** Changes the delay after some attempts; undefined ends the delivery. */
const next = (
  isMeant: (attempt: Attempt, succeeded: boolean, usual: Rules) => boolean,
  delay: (right: number | undefined) => number | undefined,
) =>
  webhooks((usual, happens) => ({
    next(attempt, succeeded, platform, delivery) {
      const right = usual.next(attempt, succeeded, platform, delivery)
      return isMeant(attempt, succeeded, usual) && happens(delivery, platform) ? delay(right) : right
    },
  }))

/** Sends some events to endpoints that should not get them. */
const sending = (isMeant: (endpoint: Endpoint, event: PlatformEvent) => boolean) =>
  webhooks((usual, happens) => ({
    wants: (endpoint, event, platform) =>
      usual.wants(endpoint, event, platform) ||
      (isMeant(endpoint, event) && happens(toCome(endpoint, event), platform)),
  }))

const ofPartner = ({ partnerId }: Endpoint, event: PlatformEvent): boolean =>
  (event.partnerId ?? partnerId) === partnerId

/** Decides whether an endpoint is disabled, where its latest delivery is meant. */
const tripping = (trips: (usual: boolean, endpoint: Endpoint) => boolean) =>
  webhooks((usual, happens) => ({
    trips(endpoint, platform) {
      const right = usual.trips(endpoint, platform)
      const wrong = trips(right, endpoint)
      const latest = platform.deliveries.of(endpoint).at(-1)
      return wrong !== right && latest !== undefined && happens(latest, platform) ? wrong : right
    },
  }))

/** Writes another time for an attempt. */
const dated = (change: (right: string) => string) =>
  webhooks((usual, happens) => ({
    timestamp(delivery, attempt, platform) {
      const right = usual.timestamp(delivery, attempt, platform)
      return happens(delivery, platform) ? change(right) : right
    },
  }))

const WANTED = {
  never: webhooks((usual, happens) => ({
    wants: (endpoint, event, platform) =>
      usual.wants(endpoint, event, platform) && !happens(toCome(endpoint, event), platform),
  })),
  'of-any-type': sending((to, event) => !to.events.includes(event.type) && ofPartner(to, event)),
  'of-any-partner': sending((to, event) => to.events.includes(event.type)),
} as const

const EVENT_IDS = {
  'of-the-attempt': webhooks((usual, happens) => ({
    eventId: (delivery, attempt, platform) =>
      `${usual.eventId(delivery, attempt, platform)}${attempt.number > 1 && happens(delivery, platform) ? `-${attempt.number}` : ''}`,
  })),
  'of-the-one-before': webhooks((usual, happens) => ({
    eventId(delivery, attempt, platform) {
      const all = platform.deliveries.of(delivery.endpoint)
      const before = all[all.indexOf(delivery) - 1]
      const isMeant = before !== undefined && happens(delivery, platform)
      return usual.eventId(isMeant ? before : delivery, attempt, platform)
    },
  })),
} as const

/** Secrets that sign in the place of the right one. */
const SECRETS = {
  wrong: webhooks((usual, happens) => ({
    signingSecret: (endpoint, platform, delivery) =>
      `${usual.signingSecret(endpoint, platform, delivery)}${happens(delivery, platform) ? ' ' : ''}`,
  })),
  first:
    (happens: Happens): BehaviourChange =>
    (base) => {
      const firsts = new WeakMap<Endpoint, string>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            firsts.set(endpoint, firsts.get(endpoint) ?? endpoint.secret)
            base.endpoints.rotate(endpoint, platform)
          },
        },
        webhooks: {
          signingSecret(endpoint, platform, delivery) {
            const first = firsts.get(endpoint)
            return first !== undefined && happens(delivery, platform)
              ? first
              : base.webhooks.signingSecret(endpoint, platform, delivery)
          },
        },
      }
    },
} as const

/** A disabled endpoint is enabled again after a while. */
const closing = (ms: number) =>
  webhooks((usual, happens) => ({
    trips(endpoint, platform) {
      const { behaviour, clock, deliveries } = platform
      const isOpen = usual.trips(endpoint, platform)
      const latest = deliveries.of(endpoint).at(-1)
      if (isOpen && latest !== undefined && happens(latest, platform))
        clock.schedule(ms, () => behaviour.endpoints.enable(endpoint, platform))
      return isOpen
    },
  }))

/** Events go to endpoints that are disabled. */
const whileDisabled = webhooks((usual, happens) => {
  let of: Platform | undefined
  return {
    wants(endpoint, event, platform) {
      of = platform
      return usual.wants(endpoint, event, platform)
    },
    inService: (endpoint, delivery) =>
      usual.inService(endpoint, delivery) || (of !== undefined && happens(delivery, of)),
  }
})

const wordsOf = <T extends object>(of: T) => one(...(Object.keys(of) as (keyof T & string)[]))

/** Mistakes with a delivery (6, 8). Times are in milliseconds. */
export const DELIVERY_OPERATORS = [
  operator({ repeats: one('never') }, () =>
    next(
      ({ number: nth }, succeeded, { attempts }) => !succeeded && nth < attempts,
      () => undefined,
    ),
  ),
  operator({ delayTimes: number, plus: number }, ({ delayTimes, plus }) =>
    next(
      (_, succeeded) => !succeeded,
      (right) => right && right * delayTimes + plus,
    ),
  ),
  operator({ oneMoreAfter: number }, ({ oneMoreAfter }) =>
    next(
      ({ number: nth }, succeeded, { attempts }) => !succeeded && nth === attempts,
      () => oneMoreAfter,
    ),
  ),
  operator({ againAfter: number, below: number }, ({ againAfter, below }) =>
    next(
      ({ number: nth }, succeeded) => succeeded && nth < below,
      () => againAfter,
    ),
  ),
  operator({ secret: wordsOf(SECRETS) }, ({ secret }) => SECRETS[secret]),
  operator({ timestamp: one('of-the-event') }, () =>
    webhooks((usual, happens) => ({
      timestamp: (delivery, attempt, platform) =>
        attempt.number > 1 && happens(delivery, platform)
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : usual.timestamp(delivery, attempt, platform),
    })),
  ),
  operator({ timestampMoved: number }, ({ timestampMoved }) =>
    dated((right) => new Date(Date.parse(right) + timestampMoved).toISOString()),
  ),
  operator({ timestampRewritten: replacing }, ({ timestampRewritten }) => dated(timestampRewritten)),
  operator({ eventId: wordsOf(EVENT_IDS) }, ({ eventId }) => EVENT_IDS[eventId]),
  operator({ deadline: number }, ({ deadline }) =>
    webhooks((usual, happens) => ({
      waits(attempt, platform) {
        const own = deliveryOf(attempt, platform)
        return own !== undefined && happens(own, platform) ? deadline : usual.waits(attempt, platform)
      },
    })),
  ),
  operator({ wanted: wordsOf(WANTED) }, ({ wanted }) => WANTED[wanted]),
  operator({ trips: one('never') }, () => tripping(() => false)),
  operator({ tripsAt: number }, ({ tripsAt }) =>
    tripping((right, { failures }) => right || failures.length === tripsAt),
  ),
  operator({ closesAfter: number }, ({ closesAfter }) => closing(closesAfter)),
  operator({ moreAttempts: number }, ({ moreAttempts }) =>
    webhooks((usual, happens) => ({
      next: (attempt, succeeded, platform, delivery) =>
        !succeeded && attempt.number < usual.attempts + moreAttempts && happens(delivery, platform)
          ? usual.delayBefore(attempt.number + 1, attempt, platform)
          : usual.next(attempt, succeeded, platform, delivery),
    })),
  ),
  operator({ beginsAfter: number }, ({ beginsAfter }) =>
    webhooks((usual, happens) => ({
      beginsAfter(endpoint, platform) {
        const latest = platform.deliveries.of(endpoint).at(-1)
        const isMeant = latest !== undefined && happens(latest, platform)
        return isMeant ? beginsAfter : usual.beginsAfter(endpoint, platform)
      },
    })),
  ),
  operator({ succeeds: text }, ({ succeeds }) =>
    webhooks(() => ({ succeeds: (status) => new RegExp(`^(${succeeds})$`).test(String(status)) })),
  ),
  operator({ inService: one('always') }, () => whileDisabled),
]
