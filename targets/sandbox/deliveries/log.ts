import type { Endpoint, Endpoints } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'
import { type Keeping, mayChange } from '../keeping/keeping.ts'

/** One request that tried to deliver an event. Times in milliseconds since the epoch. */
export interface Attempt {
  /** Counted from 1. */
  readonly number: number
  readonly startedAt: number
  /** Absent while the answer is awaited. */
  endedAt?: number
  /** Status of the answer; absent when there was none in time. */
  status?: number
  /** The `Retry-After` of the answer, as the receiver wrote it. */
  retryAfter?: string
  /** Why there was no answer: an error code of the system, or `deadline`. */
  failure?: string
  /** Sent by a person, outside the schedule and the breaker. */
  readonly resent?: true
  /** Kept only where people check deliveries. */
  exchange?: AttemptExchange
}

/** The request and the answer of an attempt. */
export interface AttemptExchange {
  /** Last four characters of the secret that signed it. */
  readonly secretLastFour: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
  answer?: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

/**
 * State of a delivery: `delivered` once, or `failed` permanently. It is `dropped` where the endpoint was disabled when an attempt
 * fell due; `held` waits for the endpoint to be enabled.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped' | 'held'

/** One event on its way to one endpoint. */
export interface EventDelivery {
  readonly event: PlatformEvent
  readonly endpoint: Endpoint
  readonly attempts: Attempt[]
  state: DeliveryState
  /** When the next attempt falls due; absent when none is planned. */
  nextAt?: number
  /** Cancels the next attempt; present while one is planned. */
  cancel?: () => void
  /** Goes on with a delivery that was held. */
  resume?: () => void
  /** Its endpoint was deleted: everything that happens to it later is ignored. */
  forgotten?: true
}

/** Every delivery of every endpoint, in the order in which they began. */
export interface DeliveryLog {
  add(delivery: EventDelivery): void
  of(endpoint: Endpoint): readonly EventDelivery[]
  /** Says that a delivery and its endpoint may be changed from now on. */
  mayChange(delivery: EventDelivery): void
  /** Cancels what is planned for an endpoint and deletes its history (section 6). */
  forget(endpoint: Endpoint): void
  /** Sends the deliveries that were held while an endpoint was disabled. */
  resume(endpoint: Endpoint): void
}

/** A delivery as it is stored. */
interface StoredDelivery extends Pick<EventDelivery, 'attempts' | 'state' | 'nextAt'> {
  /** Ids. */
  readonly event: string
  readonly endpoint: string
}

export function createDeliveryLog(
  keeping: Keeping,
  known: { readonly events: { readonly all: readonly PlatformEvent[] }; readonly endpoints: Endpoints },
): DeliveryLog {
  const byEndpoint = new Map<Endpoint, EventDelivery[]>()
  const keys = new Map<EventDelivery, string>()
  const events = new Map(known.events.all.map((event) => [event.id, event]))
  const kept = keeping.map<EventDelivery>('deliveries', {
    write: ({ event, endpoint, attempts, state, nextAt }): StoredDelivery => ({
      ...{ event: event.id, endpoint: endpoint.id, attempts, state },
      ...(nextAt !== undefined && { nextAt }),
    }),
    read({ event, endpoint, ...rest }: StoredDelivery) {
      const ends = { event: events.get(event), endpoint: known.endpoints.get(endpoint) }
      if (ends.event === undefined || ends.endpoint === undefined)
        throw new TypeError(`delivery of ${event} to ${endpoint}, of which one is not stored`)
      return { event: ends.event, endpoint: ends.endpoint, ...rest }
    },
  })
  const of = (endpoint: Endpoint): readonly EventDelivery[] => byEndpoint.get(endpoint) ?? []
  const place = (delivery: EventDelivery): void => {
    const others = byEndpoint.get(delivery.endpoint)
    if (others === undefined) byEndpoint.set(delivery.endpoint, [delivery])
    else others.push(delivery)
  }
  for (const [key, delivery] of kept) {
    keys.set(delivery, key)
    place(delivery)
  }
  return {
    of,
    add(delivery) {
      const { event, endpoint } = delivery
      let key = `${endpoint.id} ${event.id}`
      // An event may be delivered several times.
      while (kept.has(key)) key += '+'
      keys.set(delivery, key)
      kept.set(key, delivery)
      place(delivery)
    },
    mayChange(delivery) {
      mayChange(kept, keys.get(delivery) ?? '')
      mayChange(known.endpoints, delivery.endpoint.id)
    },
    forget(endpoint) {
      for (const delivery of of(endpoint)) {
        delivery.forgotten = true
        delivery.cancel?.()
        kept.delete(keys.get(delivery) ?? '')
        keys.delete(delivery)
      }
      byEndpoint.delete(endpoint)
    },
    resume(endpoint) {
      for (const delivery of of(endpoint)) {
        const { resume } = delivery
        delete delivery.resume
        resume?.()
      }
    },
  }
}
