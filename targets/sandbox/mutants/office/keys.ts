import type { IntegrationKey, Partner } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** Does something to the first partner of the directory when it is done to another one. */
const firstOf = ({ directory }: Platform): Partner | undefined => [...directory.partners.values()][0]

/** Integration keys that are shown, found again or replaced elsewhere (2.6, 5.rule.7). */
export const keyMutants: readonly Mutant[] = [
  {
    id: 'rotation-returns-the-old-key',
    says: 'A replacement shows the old key again',
    kills: ['lost-secret-is-replaced'],
    change({ keys }) {
      const texts = new WeakMap<IntegrationKey, string>()
      return {
        keys: {
          put(partner, slot, platform) {
            const before = partner.keys[slot]
            const known = before === undefined ? undefined : texts.get(before)
            if (known !== undefined) return known
            const secret = keys.put(partner, slot, platform)
            const made = partner.keys[slot]
            if (made !== undefined) texts.set(made, secret)
            return secret
          },
        },
      }
    },
  },
  {
    id: 'accounts-show-their-keys-after-a-rotation',
    says: 'The page of an account shows the key that the last rotation made',
    kills: ['integration-key-is-shown-once'],
    change: ({ accounts, keys }) => {
      const latest = new WeakMap<Partner, string>()
      return {
        keys: {
          put(partner, slot, platform) {
            const isRotation = partner.keys[slot] !== undefined
            const secret = keys.put(partner, slot, platform)
            if (isRotation) latest.set(partner, secret)
            return secret
          },
        },
        accounts: {
          shown: (partner, platform) => ({
            ...accounts.shown(partner, platform),
            ...(latest.has(partner) && { latest_key: latest.get(partner) }),
          }),
        },
      }
    },
  },
  {
    id: 'rotation-replaces-the-key-of-the-first-account',
    says: 'Rotating a key of one account replaces the same key of the first one',
    kills: ['other-accounts-stay-as-they-are'],
    change: ({ keys }) => ({
      keys: {
        put(partner, slot, platform) {
          const secret = keys.put(partner, slot, platform)
          const first = firstOf(platform)
          if (first !== undefined && first !== partner && partner.members.length > 0)
            keys.put(first, slot, platform)
          return secret
        },
      },
    }),
  },
]
