import type { BehaviourChange } from '../../behaviour.ts'
import type { EventDelivery } from '../../deliveries/log.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const QUARTER_MS = 900_000
/** Signs some deliveries with the first secret of an endpoint, after at least so many rotations and at most so many. */
const signsWithTheFirst =
  (rotations: number, concerns: (delivery: EventDelivery) => boolean, most = Infinity): BehaviourChange =>
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
          return first !== undefined &&
            first.rotations >= rotations &&
            first.rotations <= most &&
            concerns(delivery)
            ? first.secret
            : webhooks.signingSecret(endpoint, platform, delivery)
        },
      },
    }
  }

/** Wrong secrets after a rotation (6.signature.3). */
export const rotationMutants: readonly Mutant[] = [
  delivering(
    'signs-with-neither-secret-in-the-grace-period',
    'In the grace period the signature is made with both secrets joined',
    ['rotation-grace-takes-either-secret'],
    (webhooks) => ({
      signingSecret: (endpoint, platform) => webhooks.validSecrets(endpoint, platform).join(','),
    }),
  ),
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
  delivering(
    'signs-with-the-rotated-secret-for-ever',
    'After a rotation the old secret goes on signing',
    ['rotation-ends-with-the-new-secret'],
    () => ({ signingSecret: ({ previous, secret }) => previous?.secret ?? secret }),
  ),
  {
    id: 'signs-proposals-with-the-first-secret',
    says: 'quote.proposalReady is signed with the old secret after a rotation',
    kills: ['rotation-ends-with-the-new-secret'],
    change: signsWithTheFirst(1, ({ event }) => event.type === 'quote.proposalReady'),
  },
  {
    id: 'signs-repeats-with-the-first-secret',
    says: 'Repeats are signed with the old secret after a rotation',
    kills: ['rotation-ends-with-the-new-secret'],
    change: signsWithTheFirst(1, ({ attempts }) => attempts.length > 1),
  },
  {
    id: 'signs-with-the-first-secret-after-a-second-rotation',
    says: 'A second rotation removes the wrong one of two secrets',
    kills: ['rotation-ends-with-the-new-secret'],
    change: signsWithTheFirst(2, () => true),
  },
  {
    id: 'signs-with-the-first-secret-after-a-third-rotation',
    says: 'A third rotation removes the wrong one of two secrets',
    kills: ['rotation-ends-with-the-new-secret'],
    change: signsWithTheFirst(3, () => true, 3),
  },
  {
    id: 'enabling-brings-the-first-secret-back',
    says: 'An endpoint that is enabled again gets its first secret back',
    kills: ['rotation-ends-with-the-new-secret'],
    change: ({ endpoints }) => {
      const firsts = new WeakMap<object, string>()
      return {
        webhooks: { breaker: 'attempts' },
        endpoints: {
          rotate(endpoint, platform) {
            firsts.set(endpoint, firsts.get(endpoint) ?? endpoint.secret)
            endpoints.rotate(endpoint, platform)
          },
          enable(endpoint, platform) {
            endpoint.secret = firsts.get(endpoint) ?? endpoint.secret
            endpoints.enable(endpoint, platform)
          },
        },
      }
    },
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
  {
    id: 'delivers-nothing-after-a-second-rotation',
    says: 'An endpoint whose secret was replaced twice gets no event',
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
