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
  sending('addresses-without-query', 'The query of an endpoint address is dropped', (url) =>
    url.replace(/\?.*$/, ''),
  ),
  sending(
    'addresses-escaped-again',
    'Percent signs in the address of an endpoint are escaped once more',
    encodeURI,
  ),
  sending('addresses-unescaped', 'Escapes in the path of an address are decoded', (url) =>
    url.replaceAll('%2F', '/').replaceAll('%3D', '='),
  ),
  sending(
    'addresses-in-lower-case',
    'Addresses are kept in lower case, so that they can be looked up',
    afterHost((text) => text.toLowerCase()),
  ),
  sending('addresses-without-last-slash', 'A slash at the end of an address is cut off', (url) =>
    url.replace(/\/$/, ''),
  ),
  sending(
    'addresses-with-one-slash',
    'Several slashes in a row are made one',
    afterHost((text) => text.replace(/\/\/+/g, '/')),
  ),
  sending(
    'queries-as-forms',
    'The query of an address is read and written like a form, so that a blank becomes a plus sign',
    ofQuery((query) => new URLSearchParams(query).toString()),
  ),
  sending(
    'queries-with-a-key-once',
    'A key that comes twice in the query of an address is kept once',
    ofQuery((query) =>
      [...new Map(query.split('&').map((part) => [part.split('=')[0], part])).values()].join('&'),
    ),
  ),
  sending(
    'queries-in-order',
    'The parameters of a query are sorted, as for the key of a cache',
    ofQuery((query) => query.split('&').sort().join('&')),
  ),
  sending(
    'queries-without-empty-values',
    'Parameters without a value are left out of a query',
    ofQuery((query) =>
      query
        .split('&')
        .filter((part) => /=./.test(part))
        .join('&'),
    ),
  ),
  sending(
    'paths-without-parameters',
    'A semicolon in a path and all after it are dropped as a session id',
    (url) => url.replace(/;[^/?]*/g, ''),
  ),
  sending('addresses-in-latin-1', 'Letters beyond ASCII are escaped by their Latin-1 bytes', (url) =>
    url.replaceAll('%C3%A9', '%E9'),
  ),
  sending('blanks-as-plus-signs', 'An escaped blank in a path becomes a plus sign', (url) =>
    url.replaceAll('%20', '+'),
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
