import type { Platform } from '../platform.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointRules } from './rules.ts'

const newSecret = ({ random }: Platform): string => `whsec_${random.secret()}`

export const standardEndpoints: EndpointRules<Platform> = {
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
