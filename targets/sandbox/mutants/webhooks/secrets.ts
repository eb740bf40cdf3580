import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'

/** Defects of signing secrets: whose they are, where they are shown, and what a rotation makes (6.signature.2). */
export const secretMutants: readonly Mutant[] = [
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
    id: 'one-secret-for-an-address',
    says: 'Secrets are kept by the address of an endpoint, and found again for another one there',
    kills: ['signing-secret-per-endpoint'],
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
    says: 'A new endpoint gets the secret of a deleted one',
    kills: ['signing-secret-per-endpoint'],
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
    says: 'The answer to enabling an endpoint shows its secret',
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
    says: 'A rotation does not change the secret',
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
    id: 'a-third-rotation-brings-the-first-secret-back',
    says: 'The secrets of rotations repeat after three',
    kills: ['rotation-makes-a-new-secret'],
    change: ({ endpoints }) => {
      const stores = new WeakMap<object, string[]>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            const store = stores.get(endpoint) ?? [endpoint.secret]
            endpoints.rotate(endpoint, platform)
            if (store.length < 3) store.push(endpoint.secret)
            else endpoint.secret = store[0] ?? ''
            stores.set(endpoint, store)
          },
        },
      }
    },
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
]
