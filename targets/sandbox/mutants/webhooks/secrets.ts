import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Signing secrets: whose they are, who sees them, and how they are rotated (6.signature.2, 6.signature.3). */
export const secretMutants: readonly Mutant[] = [
  delivering(
    'signs-with-one-secret',
    'The secret of the first endpoint signs for all',
    ['signing-secret-per-endpoint'],
    () => ({ signingSecret: (_, { endpoints }) => [...endpoints.values()][0]?.secret ?? '' }),
    { also: ['signature-*'] },
  ),
  {
    id: 'one-secret-for-all-endpoints',
    says: 'The secret is that of the account, and every endpoint shows the same',
    kills: ['signing-secret-per-endpoint'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const [first] = platform.endpoints.values()
          const endpoint = endpoints.register(request, platform)
          if (first !== undefined) endpoint.secret = first.secret
          return endpoint
        },
      },
    }),
  },
  {
    id: 'rotation-returns-the-old-secret',
    says: 'A rotation is noted in the log and changes nothing',
    kills: ['rotation-makes-a-new-secret'],
    change: () => ({ endpoints: { rotate() {} } }),
  },
  {
    id: 'rotation-goes-between-two-secrets',
    says: 'A second rotation brings the first secret back',
    kills: ['rotation-makes-a-new-secret'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          const before = endpoint.previous?.secret
          endpoints.rotate(endpoint, platform)
          if (before !== undefined) endpoint.secret = before
        },
      },
    }),
  },
  {
    id: 'endpoints-show-their-secret',
    says: 'The page of an endpoint shows its secret for as long as it exists',
    kills: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => ({
      endpoints: {
        shown: (endpoint) => ({ ...endpoints.shown(endpoint), signing: { key: endpoint.secret } }),
      },
    }),
  },
  delivering(
    'signs-with-neither-secret-in-the-grace-period',
    'While both secrets are valid the signature is made with the two joined',
    ['rotation-grace-takes-either-secret'],
    (webhooks) => ({
      signingSecret: (...where) => webhooks.validSecrets(...where).join(','),
    }),
  ),
  delivering(
    'signs-with-the-rotated-secret-for-ever',
    'A rotated secret is shown and never used',
    ['rotation-ends-with-the-new-secret'],
    () => ({ signingSecret: ({ previous, secret }) => previous?.secret ?? secret }),
  ),
]
