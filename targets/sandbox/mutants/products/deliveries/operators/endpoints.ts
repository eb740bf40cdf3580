import type { EventDelivery } from '../../../../deliveries/log.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { PlatformEvent } from '../../../../events/event.ts'
import type { Platform } from '../../../../platform.ts'
import { number, one, wordsOf } from '../../arguments.ts'
import { deliveryOperator, webhooks } from './operator.ts'

/** A delivery that has not begun. */
const toCome = (endpoint: Endpoint, event: PlatformEvent): EventDelivery => ({
  endpoint,
  event,
  attempts: [],
  state: 'pending',
})

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

/** Endpoints beside one that the breaker disables. */
const NEIGHBOURS = {
  all: () => true,
  'its-address': ({ url }, other) => other.url === url,
} as const satisfies Record<string, (disabled: Endpoint, other: Endpoint) => boolean>

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
  deliveryOperator({ opensFor: wordsOf(NEIGHBOURS) }, ({ opensFor }) =>
    webhooks((usual, happens) => ({
      trips(endpoint, platform) {
        const isOpen = usual.trips(endpoint, platform)
        const latest = platform.deliveries.of(endpoint).at(-1)
        if (isOpen && latest !== undefined && happens(latest, platform))
          for (const other of platform.endpoints.values())
            if (NEIGHBOURS[opensFor](endpoint, other)) other.status = 'disabled'
        return isOpen
      },
    })),
  ),
  deliveryOperator({ stopsFor: wordsOf(NEIGHBOURS) }, ({ stopsFor }) =>
    webhooks((usual, happens) => {
      const opened = new Set<Endpoint>()
      let of: Platform | undefined
      return {
        trips(endpoint, platform) {
          of = platform
          const isOpen = usual.trips(endpoint, platform)
          if (isOpen) opened.add(endpoint)
          return isOpen
        },
        inService(endpoint, delivery) {
          const isStopped = [...opened].some(
            (one) => one.status === 'disabled' && NEIGHBOURS[stopsFor](one, endpoint),
          )
          const isMeant = isStopped && of !== undefined && happens(delivery, of)
          return usual.inService(endpoint, delivery) && !isMeant
        },
      }
    }),
  ),
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
  deliveryOperator({ inService: one('always') }, () => whileDisabled),
]
