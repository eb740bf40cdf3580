import { Refusal } from '../office/refusal.ts'
import type { Variant } from './variant.ts'

/** Letters that an address may write with or without an escape, which makes no difference (RFC 3986, section 6.2.2.2). */
const UNRESERVED = /^[A-Za-z0-9._~-]$/

/** Writes an address in the normal form of RFC 3986: the same address in other octets. */
const normal = (url: string): string =>
  new URL(url).href.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const letter = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
    return UNRESERVED.test(letter) ? letter : octet.toUpperCase()
  })

/** Legal ways to treat the address of an endpoint (6). */
export const addressVariants: readonly Variant[] = [
  {
    id: 'addresses-in-normal-form',
    says: 'The address of an endpoint is kept in the normal form of its standard',
    choice: 'form of addresses',
    observes: [],
    change: ({ endpoints }) => ({
      endpoints: {
        register: (request, platform) =>
          endpoints.register({ ...request, url: normal(request.url) }, platform),
      },
    }),
  },
  {
    id: 'plain-addresses-only',
    says: 'An address with a query, an escape or unusual letters is refused',
    choice: 'form of addresses',
    observes: [],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          if (!/^https?:\/\/[\w.:-]+(\/\w+)*$/.test(request.url))
            throw new Refusal('invalid', 'an address has a path of letters and digits only')
          return endpoints.register(request, platform)
        },
      },
    }),
  },
]
