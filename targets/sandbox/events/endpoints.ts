import type { Platform } from '../platform.ts'
import type { EventType } from './payloads.ts'

/** A webhook endpoint as the webhook portal keeps it. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  status: 'enabled' | 'disabled'
  /** Signing secret. */
  secret: string
  /** What the secret was before its last rotation. */
  previous?: { readonly secret: string; readonly rotatedAt: number }
}

export type Endpoints = Map<string, Endpoint>

export const createEndpoints = (): Endpoints => new Map()

/** How endpoints are registered and their secrets rotated; each call answers with what the portal shows once. */
export interface EndpointRules {
  register(wish: { url: string; events: readonly EventType[] }, platform: Platform): Endpoint
  enable(endpoint: Endpoint, platform: Platform): void
  /** Replaces the signing secret; the old one is remembered with the time of its replacement. */
  rotate(endpoint: Endpoint, platform: Platform): void
  remove(endpoint: Endpoint, platform: Platform): void
}

const newSecret = ({ random }: Platform): string => `whsec_${random.secret()}`

export const standardEndpoints: EndpointRules = {
  register({ url, events }, platform) {
    const endpoint: Endpoint = {
      id: platform.random.uuid(),
      url,
      events,
      status: 'enabled',
      secret: newSecret(platform),
    }
    platform.endpoints.set(endpoint.id, endpoint)
    return endpoint
  },
  enable(endpoint) {
    endpoint.status = 'enabled'
  },
  rotate(endpoint, platform) {
    endpoint.previous = { secret: endpoint.secret, rotatedAt: platform.clock.now() }
    endpoint.secret = newSecret(platform)
  },
  remove(endpoint, { endpoints }) {
    endpoints.delete(endpoint.id)
  },
}
