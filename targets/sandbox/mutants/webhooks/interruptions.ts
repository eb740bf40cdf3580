import type { EventDelivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** Cancels the planned repeats of endpoints, and forgets that there were any. */
function lose({ deliveries }: Platform, ...endpoints: readonly Endpoint[]): void {
  for (const { cancel } of endpoints.flatMap((one): readonly EventDelivery[] => deliveries.of(one)))
    cancel?.()
}

/** Defects that lose the repeats of endpoints to which something happens, or that belong to others (8.retry). */
export const interruptionMutants: readonly Mutant[] = [
  {
    id: 'registration-loses-repeats',
    says: 'A new endpoint makes the sender of its partner load everything anew, and planned repeats are lost',
    kills: ['retry-attempt-4'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const endpoint = endpoints.register(request, platform)
          const own = [...platform.endpoints.values()].filter(
            ({ partnerId }) => partnerId === endpoint.partnerId,
          )
          lose(platform, ...own)
          return endpoint
        },
      },
    }),
  },
  {
    id: 'enabling-in-service-loses-repeats',
    says: 'Enabling an endpoint that is in service makes its queue anew, and planned repeats are lost',
    kills: ['retry-attempt-4'],
    change: ({ endpoints }) => ({
      endpoints: {
        enable(endpoint, platform) {
          if (endpoint.status === 'enabled') lose(platform, endpoint)
          endpoints.enable(endpoint, platform)
        },
      },
    }),
  },
]
