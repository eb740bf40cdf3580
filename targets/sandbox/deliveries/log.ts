import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'

/** One request that tried to deliver an event. Times in milliseconds since the epoch. */
export interface Attempt {
  /** From 1. */
  readonly number: number
  readonly startedAt: number
  /** Absent while the answer is awaited. */
  endedAt?: number
  /** Status of the answer; absent when there was none in time. */
  status?: number
  /** When the receiver asked to be tried again, as it wrote it. */
  retryAfter?: string
  /** Why there was no answer: an error code of the system, or `deadline`. */
  failure?: string
}

/**
 * State of a delivery: `delivered` once, or `failed` for good. It is `dropped` where the endpoint was
 * disabled when an attempt fell due; `held` waits for the endpoint to be enabled.
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
  /** Calls the next attempt off; there while one is planned. */
  cancel?: () => void
  /** Goes on with what was held. */
  resume?: () => void
  /** Its endpoint is gone: whatever still comes of it is ignored. */
  forgotten?: true
}

/** Every delivery of every endpoint, in the order of their beginning. */
export interface DeliveryLog {
  add(delivery: Delivery): void
  of(endpoint: Endpoint): readonly Delivery[]
  /** Calls off what is planned for an endpoint and drops its history (section 6). */
  forget(endpoint: Endpoint): void
  /** Sends what was held while an endpoint was disabled. */
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
