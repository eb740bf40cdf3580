import type { Mutant } from '../mutant.ts'

/** Sends to another address than the one that was registered. */
const sending = (id: string, says: string, change: (url: string) => string): Mutant => ({
  ...{ id, says, kills: ['every-endpoint-gets-the-event'] },
  change: ({ endpoints }) => ({
    endpoints: {
      register: (request, platform) => endpoints.register({ ...request, url: change(request.url) }, platform),
    },
  }),
})

/** Changes the part of an address after its host. */
const afterHost = (change: (text: string) => string) => (url: string) => {
  const [, host = '', rest = ''] = /^(\w+:\/\/[^/?]+)(.*)$/.exec(url) ?? []
  return host + change(rest)
}

/** Changes the query, where there is one. */
const ofQuery = (change: (query: string) => string) => (url: string) =>
  url.replace(/\?(.*)$/, (_, query: string) => `?${change(query)}`)

/** Defects of what a platform makes of an endpoint's address (6). */
export const addressMutants: readonly Mutant[] = [
  sending(
    'addresses-in-lower-case',
    'Addresses are kept in lower case, so that they can be looked up',
    afterHost((text) => text.toLowerCase()),
  ),
  sending(
    'queries-in-order',
    'The parameters of a query are sorted, as for the key of a cache',
    ofQuery((query) => query.split('&').sort().join('&')),
  ),
  {
    id: 'rotates-by-address',
    says: 'A rotation writes the new secret to each endpoint of the partner at that address',
    kills: ['signing-secret-per-endpoint'],
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
