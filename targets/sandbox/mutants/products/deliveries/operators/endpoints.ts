import type { Endpoint } from '../../../../events/endpoint.ts'
import type { PlatformEvent } from '../../../../events/event.ts'
import type { Platform } from '../../../../platform.ts'
import { number, one, wordsOf } from '../../arguments.ts'
import { deliveryOperator, toCome, webhooks } from './operator.ts'

/** Sends some events to endpoints that should not get them. */
const sending = (isMeant: (endpoint: Endpoint, event: PlatformEvent) => boolean) =>
  webhooks((usual, happens) => ({
    wants: (endpoint, event, platform) =>
      usual.wants(endpoint, event, platform) ||
      (isMeant(endpoint, event) && happens(toCome(endpoint, event), platform)),
  }))

const ofPartner = ({ partnerId }: Endpoint, event: PlatformEvent): boolean =>
  (event.partnerId ?? partnerId) === partnerId

const WANTED = {
  never: webhooks((usual, happens) => ({
    wants: (endpoint, event, platform) =>
      usual.wants(endpoint, event, platform) && !happens(toCome(endpoint, event), platform),
  })),
  'of-any-type': sending((to, event) => !to.events.includes(event.type) && ofPartner(to, event)),
  'of-any-partner': sending((to, event) => to.events.includes(event.type)),
} as const

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

/** Decides by itself whether an endpoint is in service. */
const serving = (isInService: boolean) =>
  webhooks((usual, happens) => {
    let of: Platform | undefined
    return {
      wants(endpoint, event, platform) {
        of = platform
        return usual.wants(endpoint, event, platform)
      },
      inService(endpoint, delivery) {
        const right = usual.inService(endpoint, delivery)
        return right !== isInService && of !== undefined && happens(delivery, of) ? isInService : right
      },
    }
  })

/** Wrong effects of a success on the breaker. */
const SUCCESSES = {
  'clears-failures': webhooks((usual, happens) => {
    const since = new WeakMap<Endpoint, number>()
    return {
      next(attempt, succeeded, platform, delivery) {
        if (succeeded && happens(delivery, platform)) since.set(delivery.endpoint, platform.clock.now())
        return usual.next(attempt, succeeded, platform, delivery)
      },
      trips(endpoint, platform) {
        // A failure of the same moment goes with those before it.
        endpoint.failures = endpoint.failures.filter((at) => at > (since.get(endpoint) ?? 0))
        return usual.trips(endpoint, platform)
      },
    }
  }),
  'counts-as-failure': webhooks((usual, happens) => ({
    next(attempt, succeeded, platform, delivery) {
      const { endpoint } = delivery
      if (succeeded && happens(delivery, platform)) {
        endpoint.failures.push(platform.clock.now())
        if (usual.trips(endpoint, platform)) endpoint.status = 'disabled'
      }
      return usual.next(attempt, succeeded, platform, delivery)
    },
  })),
} as const

/** Mistakes of which endpoints get an event, and of the breaker (6, 8.breaker). Times are in milliseconds. */
export const ENDPOINT_OPERATORS = [
  deliveryOperator({ wanted: wordsOf(WANTED) }, ({ wanted }) => WANTED[wanted]),
  deliveryOperator({ trips: one('never') }, () => tripping(() => false)),
  deliveryOperator({ tripsAt: number }, ({ tripsAt }) =>
    tripping((right, { failures }) => right || failures.length === tripsAt),
  ),
  deliveryOperator({ uncounted: one('failures') }, () =>
    webhooks((usual, happens) => {
      // An endpoint trips right after the end of an attempt is noted.
      let isMeant = false
      return {
        next(attempt, succeeded, platform, delivery) {
          isMeant = !succeeded && happens(delivery, platform)
          return usual.next(attempt, succeeded, platform, delivery)
        },
        trips(endpoint, platform) {
          if (isMeant) endpoint.failures.pop()
          return usual.trips(endpoint, platform)
        },
      }
    }),
  ),
  deliveryOperator({ success: wordsOf(SUCCESSES) }, ({ success }) => SUCCESSES[success]),
  deliveryOperator({ log: one('without') }, () => (happens) => ({ logs }) => ({
    logs: {
      shown(endpoint, platform) {
        const hidden = platform.deliveries.of(endpoint).filter((one) => happens(one, platform))
        const ids = new Set(hidden.map(({ event }) => event.id))
        return logs.shown(endpoint, platform).filter(({ event_id }) => !ids.has(String(event_id)))
      },
    },
  })),
  deliveryOperator({ closesAfter: number }, ({ closesAfter }) => closing(closesAfter)),
  deliveryOperator({ inService: one('always', 'never') }, ({ inService }) => serving(inService === 'always')),
]
