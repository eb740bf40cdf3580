import type { Mutant } from '../mutant.ts'

/** Endpoints that are deleted at some moment, in some state, or in part (6). */
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
  {
    id: 'sends-to-deleted-endpoints',
    says: 'A deleted endpoint still gets events from a cache',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove() {} } }),
  },
  {
    id: 'retries-go-on-after-deletion',
    says: 'Repeats to a deleted endpoint go on',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove: ({ id }, { endpoints }) => void endpoints.delete(id) } }),
  },
  {
    id: 'deletion-ends-all-at-the-address',
    says: 'Subscriptions are deleted by partner and address, so that another endpoint at the address has none left',
    kills: ['every-endpoint-gets-the-event'],
    change: ({ endpoints }) => ({
      endpoints: {
        remove(endpoint, platform) {
          endpoints.remove(endpoint, platform)
          for (const other of platform.endpoints.values())
            if (other.url === endpoint.url && other.partnerId === endpoint.partnerId)
              Object.assign(other, { events: [] })
        },
      },
    }),
  },
]
