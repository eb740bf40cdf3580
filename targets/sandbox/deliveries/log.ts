import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'

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
}

/**
 * State of a delivery: `delivered` once, or `failed` permanently. It is `dropped` where the endpoint was disabled when an attempt
 * fell due; `held` waits for the endpoint to be enabled.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped' | 'held'

/** One event on its way to one endpoint. */
export interface Delivery {
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
  add(delivery: Delivery): void
  of(endpoint: Endpoint): readonly Delivery[]
  /** Cancels what is planned for an endpoint and deletes its history (section 6). */
  forget(endpoint: Endpoint): void
  /** Sends the deliveries that were held while an endpoint was disabled. */
  resume(endpoint: Endpoint): void
}

export function createDeliveryLog(): DeliveryLog {
  const byEndpoint = new Map<Endpoint, Delivery[]>()
  const of = (endpoint: Endpoint): readonly Delivery[] => byEndpoint.get(endpoint) ?? []
  return {
    of,
    add(delivery) {
      const known = byEndpoint.get(delivery.endpoint)
      if (known === undefined) byEndpoint.set(delivery.endpoint, [delivery])
      else known.push(delivery)
    },
    forget(endpoint) {
      for (const delivery of of(endpoint)) {
        delivery.forgotten = true
        delivery.cancel?.()
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
