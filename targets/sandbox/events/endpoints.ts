import type { Platform } from '../platform.ts'
import type { EventType } from './payloads.ts'

/** A webhook endpoint as the webhook portal keeps it. */
export interface Endpoint {
  readonly id: string
  /** Whose events it gets, beside those that concern everybody. */
  readonly partnerId: string
  readonly url: string
  readonly events: readonly EventType[]
  /** PEM text of a certificate to trust beside the usual authorities, where its receiver has one of its own. */
  readonly certificate?: string
  status: 'enabled' | 'disabled'
  /** Failures that the breaker counts since the endpoint was last enabled: milliseconds since the epoch. */
  failures: number[]
  /** Signing secret. */
  secret: string
  /** The secret before its last rotation. */
  previous?: { readonly secret: string; readonly rotatedAt: number }
}

export type Endpoints = Map<string, Endpoint>

export const createEndpoints = (): Endpoints => new Map()

/** Request of an operator for an endpoint. */
export interface EndpointRequest {
  readonly url: string
  readonly events: readonly EventType[]
  readonly certificate?: string
  /** Default: the first partner of the directory. */
  readonly partnerId?: string
}

/** How endpoints are registered and their secrets rotated. */
export interface EndpointRules {
  /** Returns an existing endpoint as the portal shows it: without its secret. */
  shown(endpoint: Endpoint): Readonly<Record<string, unknown>>
  register(request: EndpointRequest, platform: Platform): Endpoint
  /** Takes an endpoint back into service; what failed before no longer counts. */
  enable(endpoint: Endpoint, platform: Platform): void
  /** Replaces the signing secret; the old one is remembered with the time of its replacement. */
  rotate(endpoint: Endpoint, platform: Platform): void
  /** Forgets an endpoint with all that was planned for it, and its history. */
  remove(endpoint: Endpoint, platform: Platform): void
}

const newSecret = ({ random }: Platform): string => `whsec_${random.secret()}`

export const standardEndpoints: EndpointRules = {
  shown: ({ id, url, events, status }) => ({ id, url, events, status }),
  register({ url, events, certificate, partnerId }, platform) {
    const endpoint: Endpoint = {
      id: platform.random.uuid(),
      partnerId: partnerId ?? [...platform.directory.partners.keys()][0] ?? '',
      url,
      events,
      ...(certificate === undefined ? {} : { certificate }),
      status: 'enabled',
      failures: [],
      secret: newSecret(platform),
    }
    platform.endpoints.set(endpoint.id, endpoint)
    return endpoint
  },
  enable(endpoint, { deliveries }) {
    endpoint.status = 'enabled'
    endpoint.failures = []
    deliveries.resume(endpoint)
  },
  rotate(endpoint, platform) {
    endpoint.previous = { secret: endpoint.secret, rotatedAt: platform.clock.now() }
    endpoint.secret = newSecret(platform)
  },
  remove(endpoint, { endpoints, deliveries }) {
    endpoints.delete(endpoint.id)
    deliveries.forget(endpoint)
  },
}
