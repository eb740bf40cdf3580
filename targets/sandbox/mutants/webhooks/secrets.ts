import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'

const QUARTER_MS = 900_000

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
  {
    id: 'endpoints-out-of-service-show-their-secret',
    says: 'The page of a disabled endpoint shows all its settings, with the secret',
    kills: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => ({
      endpoints: {
        shown: (endpoint) => ({
          ...endpoints.shown(endpoint),
          ...(endpoint.status === 'disabled' && { settings: { key: endpoint.secret } }),
        }),
      },
    }),
  },
  {
    id: 'kept-events-are-signed-as-they-arose',
    says: 'Events that wait for a disabled endpoint are signed with the secret of the day when they arose',
    kills: ['rotation-ends-with-the-new-secret'],
    change: ({ webhooks }) => {
      const secrets = new WeakMap<object, string>()
      return {
        webhooks: {
          whileDisabled: 'held',
          wants(endpoint, event, platform) {
            const isWanted = webhooks.wants(endpoint, event, platform)
            if (isWanted && endpoint.status === 'disabled') secrets.set(event, endpoint.secret)
            return isWanted
          },
          signingSecret: (endpoint, platform, delivery) =>
            secrets.get(delivery.event) ?? webhooks.signingSecret(endpoint, platform, delivery),
        },
      }
    },
  },
  {
    id: 'two-secrets-in-turn',
    says: 'An hour after a rotation, the next rotation brings the secret before the last one back',
    kills: ['rotation-makes-a-new-secret'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          const { previous, secret } = endpoint
          endpoints.rotate(endpoint, platform)
          const isOver = previous !== undefined && platform.clock.now() - previous.rotatedAt > 4 * QUARTER_MS
          if (isOver)
            Object.assign(endpoint, {
              secret: previous.secret,
              previous: { secret, rotatedAt: platform.clock.now() },
            })
        },
      },
    }),
  },
  {
    id: 'a-second-rotation-within-minutes-is-for-show',
    says: 'A second rotation within a quarter of an hour shows a secret that is never used',
    kills: ['rotation-ends-with-the-new-secret'],
    change: ({ endpoints, webhooks }) => {
      /** Secrets that go on signing where a rotation came too soon. */
      const kept = new WeakMap<object, string>()
      return {
        endpoints: {
          rotate(endpoint, platform) {
            const { secret, previous } = endpoint
            endpoints.rotate(endpoint, platform)
            const isSoon = previous !== undefined && platform.clock.now() - previous.rotatedAt < QUARTER_MS
            if (isSoon) kept.set(endpoint, secret)
            else kept.delete(endpoint)
          },
        },
        webhooks: {
          signingSecret: (endpoint, platform, delivery) =>
            kept.get(endpoint) ?? webhooks.signingSecret(endpoint, platform, delivery),
        },
      }
    },
  },
]
