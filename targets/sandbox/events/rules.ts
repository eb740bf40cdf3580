import type { Endpoint, EndpointRequest } from './endpoint.ts'
import type { PlatformEvent } from './event.ts'
import type { EmittedEventType, EventSubjects } from './table.ts'

type PayloadOf<T extends EmittedEventType, P> = (
  subject: EventSubjects[T],
  platform: P,
) => Readonly<Record<string, unknown>>

/** The `data` of each event type (section 6). */
export type Payloads<P> = { readonly [T in EmittedEventType]: PayloadOf<T, P> }

export interface EventRules<P> {
  readonly payloads: Payloads<P>
  /** The whole body that is delivered. */
  body(
    event: { type: EmittedEventType; at: number; brokerageId: string; data: unknown },
    platform: P,
  ): Readonly<Record<string, unknown>>
  /** The events that one occasion makes: exactly one. */
  made<T extends EmittedEventType>(type: T, subject: EventSubjects[T], platform: P): readonly PlatformEvent[]
}

/** How endpoints are registered and how their secrets are rotated. */
export interface EndpointRules<P> {
  /** Returns an existing endpoint as the portal shows it: without its secret. */
  shown(endpoint: Endpoint): Readonly<Record<string, unknown>>
  register(request: EndpointRequest, platform: P): Endpoint
  /** Enables an endpoint again; earlier failures no longer count. */
  enable(endpoint: Endpoint, platform: P): void
  /** Replaces the signing secret; the old one is kept with the time of its replacement. */
  rotate(endpoint: Endpoint, platform: P): void
  /** Deletes an endpoint with its planned deliveries and its history. */
  remove(endpoint: Endpoint, platform: P): void
}
