import type { Endpoint, EndpointRequest } from './endpoint.ts'
import type { PlatformEvent } from './event.ts'
import type { EventSubjects, EventType } from './table.ts'

type PayloadOf<T extends EventType, P> = (
  subject: EventSubjects[T],
  platform: P,
) => Readonly<Record<string, unknown>>

/** The `data` of each event type (section 6). */
export type Payloads<P> = { readonly [T in EventType]: PayloadOf<T, P> }

export interface EventRules<P> {
  readonly payloads: Payloads<P>
  /** The whole body that is delivered. */
  body(
    event: { type: EventType; at: number; brokerageId: string; data: unknown },
    platform: P,
  ): Readonly<Record<string, unknown>>
  /** The events that come of one occasion: exactly one. */
  made<T extends EventType>(type: T, subject: EventSubjects[T], platform: P): readonly PlatformEvent[]
}

/** How endpoints are registered and their secrets rotated. */
export interface EndpointRules<P> {
  /** Returns an existing endpoint as the portal shows it: without its secret. */
  shown(endpoint: Endpoint): Readonly<Record<string, unknown>>
  register(request: EndpointRequest, platform: P): Endpoint
  /** Takes an endpoint back into service; what failed before no longer counts. */
  enable(endpoint: Endpoint, platform: P): void
  /** Replaces the signing secret; the old one is remembered with the time of its replacement. */
  rotate(endpoint: Endpoint, platform: P): void
  /** Forgets an endpoint with all that was planned for it, and its history. */
  remove(endpoint: Endpoint, platform: P): void
}
