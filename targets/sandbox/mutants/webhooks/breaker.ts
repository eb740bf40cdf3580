import type { Endpoint } from '../../events/endpoint.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { breakerCountMutants } from './breaker-counts.ts'
import { delivering } from './rule.ts'

/** The largest number of failed events of one type at an endpoint within the window. */
function failedOfOneType(
  endpoint: Endpoint,
  { clock, deliveries, behaviour: { webhooks } }: Platform,
): number {
  const failed = deliveries.of(endpoint).filter(({ state, attempts }) => {
    const { endedAt = 0 } = attempts.at(-1) ?? {}
    return state === 'failed' && endedAt >= clock.now() - webhooks.window
  })
  return Math.max(0, ...[...Map.groupBy(failed, ({ event }) => event.type).values()].map((all) => all.length))
}

/** Defects of when an endpoint is disabled and when it is enabled again (8.breaker). */
export const breakerMutants: readonly Mutant[] = [
  ...breakerCountMutants,
  delivering(
    'the-breaker-counts-by-type',
    'Failures are counted for each type of event by itself',
    ['breaker-opens-at-five'],
    ({ threshold }) => ({
      trips: (endpoint, platform) => failedOfOneType(endpoint, platform) >= threshold,
    }),
  ),
  {
    id: 'rotation-enables-endpoints',
    says: 'A rotation makes the endpoint anew, and new endpoints are enabled',
    kills: ['breaker-stays-open'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint: Endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          if (endpoint.status === 'disabled') endpoints.enable(endpoint, platform)
        },
      },
    }),
  },
  {
    id: 'a-new-secret-clears-the-breaker',
    says: 'The failures of an endpoint are forgotten when its secret is rotated',
    kills: ['breaker-opens-at-five'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          endpoint.failures = []
        },
      },
    }),
  },
  {
    id: 'out-of-service-by-address',
    says: 'The breaker works by address, and a new endpoint at a disabled address starts disabled',
    kills: ['breaker-is-per-endpoint'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const isOut = [...platform.endpoints.values()].some(
            ({ url, status }) => url === request.url && status === 'disabled',
          )
          const endpoint = endpoints.register(request, platform)
          if (isOut) endpoint.status = 'disabled'
          return endpoint
        },
      },
    }),
  },
]
