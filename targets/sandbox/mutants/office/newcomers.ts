import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

const HOUR_MS = 3_600_000

/** How many clients there are before anybody makes one in the portal. */
const _FIRST_CLIENTS = 4

/** The client whose token a request carries. */
const _clientOf = (authorization: string | undefined, { tokens }: Platform): string | undefined =>
  tokens.get(/\S+$/.exec(authorization ?? '')?.[0] ?? '')?.clientId

/** Defects of keys and clients that a partner made after its first ones (2.6, 5.rule.4, 5.rule.6, 5.rule.7). */
export const newcomerMutants: readonly Mutant[] = [
  {
    id: 'any-key-after-a-rotation',
    says: 'For an hour after a rotation, when old and new keys are to work, keys are not compared at all',
    kills: ['status-wrong-key-refused', 'other-partners-key-refused'],
    change({ keys }) {
      const rotated = new WeakMap<object, number>()
      return {
        keys: {
          put(partner, slot, platform) {
            if (partner.keys[slot] !== undefined) rotated.set(partner, platform.clock.now())
            return keys.put(partner, slot, platform)
          },
          opens: (partner, given, platform) =>
            keys.opens(partner, given, platform) ||
            platform.clock.now() - (rotated.get(partner) ?? Number.NEGATIVE_INFINITY) < HOUR_MS,
        },
      }
    },
  },
  {
    id: 'deactivations-turn-a-switch',
    says: 'A second deactivation of a client activates it',
    kills: ['token-inactive-client-refused'],
    change: ({ clients }) => ({
      clients: {
        setStatus(client, status, platform) {
          const other = status === 'active' ? 'inactive' : 'active'
          clients.setStatus(client, client.status === status ? other : status, platform)
        },
      },
    }),
  },
]
