import type { BehaviourChange } from '../../behaviour.ts'
import type { Delivery } from '../../deliveries/log.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** After a second rotation the first secret is no longer one of the two. */
const SEEN = ['rotation-grace-takes-either-secret', 'signature-verifies']

/** The first secret of an endpoint goes on signing some deliveries once there were so many rotations. */
const signsWithTheFirst =
  (rotations: number, concerns: (delivery: Delivery) => boolean): BehaviourChange =>
  ({ endpoints, webhooks }) => {
    const firsts = new WeakMap<object, { readonly secret: string; readonly rotations: number }>()
    return {
      endpoints: {
        rotate(endpoint, platform) {
          const known = firsts.get(endpoint) ?? { secret: endpoint.secret, rotations: 0 }
          firsts.set(endpoint, { ...known, rotations: known.rotations + 1 })
          endpoints.rotate(endpoint, platform)
        },
      },
      webhooks: {
        signingSecret(endpoint, platform, delivery) {
          const first = firsts.get(endpoint)
          return first !== undefined && first.rotations >= rotations && concerns(delivery)
            ? first.secret
            : webhooks.signingSecret(endpoint, platform, delivery)
        },
      },
    }
  }

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
    also: ['signing-secret-is-shown-once'],
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
    id: 'one-secret-for-an-address',
    says: 'Secrets are kept by the address of an endpoint, and found again for another one there',
    kills: ['signing-secret-per-endpoint'],
    also: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => {
      const secrets = new Map<string, string>()
      return {
        endpoints: {
          register(request, platform) {
            const endpoint = endpoints.register(request, platform)
            endpoint.secret = secrets.get(endpoint.url) ?? endpoint.secret
            secrets.set(endpoint.url, endpoint.secret)
            return endpoint
          },
        },
      }
    },
  },
  {
    id: 'secrets-of-deleted-endpoints-are-used-again',
    says: 'The secret of a deleted endpoint goes back into the pool, from which the next one takes it',
    kills: ['signing-secret-per-endpoint'],
    also: ['signing-secret-is-shown-once', 'signature-verifies'],
    change: ({ endpoints }) => {
      const pool: string[] = []
      return {
        endpoints: {
          register(request, platform) {
            const endpoint = endpoints.register(request, platform)
            endpoint.secret = pool.pop() ?? endpoint.secret
            return endpoint
          },
          remove(endpoint, platform) {
            pool.push(endpoint.secret)
            endpoints.remove(endpoint, platform)
          },
        },
      }
    },
  },
  {
    id: 'one-rotated-secret-for-all',
    says: 'A rotation gives every endpoint the secret that the first rotation of the day made',
    kills: ['signing-secret-per-endpoint'],
    also: ['rotation-makes-a-new-secret', 'signing-secret-is-shown-once'],
    change: ({ endpoints }) => {
      let secret: string | undefined
      return {
        endpoints: {
          rotate(endpoint, platform) {
            endpoints.rotate(endpoint, platform)
            secret ??= endpoint.secret
            endpoint.secret = secret
          },
        },
      }
    },
  },
  {
    id: 'enabling-shows-the-secret',
    says: 'The answer to enabling an endpoint holds all that is kept of it',
    kills: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => {
      const enabled = new WeakSet<Endpoint>()
      return {
        endpoints: {
          enable(endpoint, platform) {
            endpoints.enable(endpoint, platform)
            enabled.add(endpoint)
          },
          shown: (endpoint) => ({
            ...endpoints.shown(endpoint),
            ...(enabled.has(endpoint) && { secret: endpoint.secret }),
          }),
        },
      }
    },
  },
  {
    id: 'rotation-returns-the-old-secret',
    says: 'A rotation is noted in the log and changes nothing',
    kills: ['rotation-makes-a-new-secret'],
    also: ['signing-secret-is-shown-once'],
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
      signingSecret: (endpoint, platform) => webhooks.validSecrets(endpoint, platform).join(','),
    }),
    { also: ['signature-verifies', 'signature-of-each-attempt'] },
  ),
  delivering(
    'signs-with-the-rotated-secret-for-ever',
    'A rotated secret is shown and never used',
    ['rotation-ends-with-the-new-secret'],
    () => ({ signingSecret: ({ previous, secret }) => previous?.secret ?? secret }),
  ),
  {
    id: 'signs-proposals-with-the-first-secret',
    says: 'The service that makes proposals has a copy of the secret, which no rotation reaches',
    kills: ['rotation-ends-with-the-new-secret'],
    also: SEEN,
    change: signsWithTheFirst(1, ({ event }) => event.type === 'quote.proposalReady'),
  },
  {
    id: 'signs-repeats-with-the-first-secret',
    says: 'The queue of repeats has loaded the secret once',
    kills: ['rotation-ends-with-the-new-secret'],
    also: SEEN,
    change: signsWithTheFirst(1, ({ attempts }) => attempts.length > 1),
  },
  {
    id: 'signs-with-the-first-secret-after-a-second-rotation',
    says: 'A second rotation finds two secrets and puts the wrong one away',
    kills: ['rotation-ends-with-the-new-secret'],
    also: SEEN,
    change: signsWithTheFirst(2, () => true),
  },
  {
    id: 'delivers-nothing-after-a-second-rotation',
    says: 'An endpoint whose secret was replaced twice is found by none of its secrets, and gets no event',
    kills: ['rotation-ends-with-the-new-secret'],
    change: ({ endpoints, webhooks }) => {
      const rotations = new WeakMap<object, number>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            rotations.set(endpoint, (rotations.get(endpoint) ?? 0) + 1)
            endpoints.rotate(endpoint, platform)
          },
        },
        webhooks: {
          wants: (endpoint, event, platform) =>
            (rotations.get(endpoint) ?? 0) < 2 && webhooks.wants(endpoint, event, platform),
        },
      }
    },
  },
]
