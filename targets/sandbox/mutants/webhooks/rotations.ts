import type { Mutant } from '../mutant.ts'

const QUARTER_MS = 900_000

/** Wrong secrets after a rotation (6.signature.3). */
export const rotationMutants: readonly Mutant[] = [
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
