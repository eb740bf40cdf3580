import type { Keeping } from '../keeping/keeping.ts'
import type { EmittedEventType } from './table.ts'

/** A webhook endpoint as the webhook portal keeps it. */
export interface Endpoint {
  readonly id: string
  /** The partner whose events it gets, beside events for everybody. */
  readonly partnerId: string
  readonly url: string
  readonly events: readonly EmittedEventType[]
  /** PEM text of a certificate to trust beside the usual authorities; present where the receiver has its own. */
  readonly certificate?: string
  status: 'enabled' | 'disabled'
  /** The moments of failures that the breaker counts since the endpoint was last enabled, in milliseconds since the epoch. */
  failures: number[]
  /** Signing secret. */
  secret: string
  /** The secret before its last rotation. */
  previous?: { readonly secret: string; readonly rotatedAt: number }
}

export type Endpoints = Map<string, Endpoint>

// They contain signing secrets.
export const createEndpoints = (keeping: Keeping): Endpoints => keeping.map('endpoints', { secret: true })

/** An operator's request for an endpoint. */
export interface EndpointRequest {
  readonly url: string
  readonly events: readonly EmittedEventType[]
  readonly certificate?: string
  /** Default: the first partner of the directory. */
  readonly partnerId?: string
}
