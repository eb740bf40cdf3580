import type { Mutant } from '../mutant.ts'

/** Defects that show where an endpoint is deleted at some moment, or in some state (6). */
export const deletionMutants: readonly Mutant[] = [
  {
    id: 'under-way-at-deletion',
    says: 'Deletion cancels planned repeats, but an attempt that is under way plans another one',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({
      endpoints: {
        remove(endpoint, { endpoints, deliveries }) {
          endpoints.delete(endpoint.id)
          for (const delivery of deliveries.of(endpoint)) {
            if (delivery.cancel === undefined) continue
            delivery.forgotten = true
            delivery.cancel()
          }
        },
      },
    }),
  },
  {
    id: 'held-flushed-at-deletion',
    says: 'The queue of a disabled endpoint goes on after the endpoint is deleted',
    kills: ['deleted-endpoint-gets-nothing'],
    change: ({ endpoints }) => ({
      webhooks: { whileDisabled: 'held' },
      endpoints: {
        remove(endpoint, platform) {
          if (endpoint.status === 'disabled') {
            endpoint.status = 'enabled'
            platform.deliveries.resume(endpoint)
          }
          endpoints.remove(endpoint, platform)
        },
      },
    }),
  },
  {
    id: 'enabling-brings-deleted-back',
    says: 'A deleted endpoint comes back with its subscriptions when it is enabled',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({
      endpoints: {
        remove(endpoint, { deliveries }) {
          endpoint.status = 'disabled'
          deliveries.forget(endpoint)
        },
      },
    }),
  },
  {
    id: 'out-of-service-not-deleted',
    says: 'A disabled endpoint cannot be deleted',
    kills: ['deleted-endpoint-loses-its-history'],
    change: ({ endpoints }) => ({
      endpoints: {
        remove(endpoint, platform) {
          if (endpoint.status === 'enabled') endpoints.remove(endpoint, platform)
        },
      },
    }),
  },
]
