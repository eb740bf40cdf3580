import type { Mutant } from '../mutant.ts'

/** Defects of what a platform makes of an endpoint's address (6). */
export const addressMutants: readonly Mutant[] = [
  {
    id: 'addresses-without-query',
    says: 'What comes after the question mark in the address of an endpoint is left out',
    kills: ['every-endpoint-gets-the-event'],
    seenIn: ['webhooks/subscriptions'],
    change: ({ endpoints }) => ({
      endpoints: {
        register: (request, platform) =>
          endpoints.register({ ...request, url: request.url.replace(/\?.*$/, '') }, platform),
      },
    }),
  },
  {
    id: 'rotates-by-address',
    says: 'A rotation writes the new secret to each endpoint of the partner at that address',
    kills: ['signing-secret-per-endpoint'],
    seenIn: ['webhooks/same-address'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          const { url, partnerId, secret } = endpoint
          for (const one of platform.endpoints.values())
            if (one.url === url && one.partnerId === partnerId && one !== endpoint) {
              one.previous = { secret: one.secret, rotatedAt: platform.clock.now() }
              one.secret = secret
            }
        },
      },
    }),
  },
]
