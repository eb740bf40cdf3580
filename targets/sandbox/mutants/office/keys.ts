import type { BehaviourChange } from '../../behaviour.ts'
import type { IntegrationKey, Partner } from '../../office/directory.ts'
import { SealedSecret } from '../../office/sealed-secret.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** Keeps accepting some keys that were replaced in their slot. */
const keepingOld =
  (
    isTaken: (key: IntegrationKey, partner: Partner, platform: Platform, replacedBefore: number) => boolean,
  ): BehaviourChange =>
  ({ keys }) => {
    const old = new WeakMap<Partner, IntegrationKey[]>()
    return {
      keys: {
        put(partner, slot, platform) {
          const before = partner.keys[slot]
          if (before !== undefined) old.set(partner, [...(old.get(partner) ?? []), before])
          return keys.put(partner, slot, platform)
        },
        opens: (partner, given, platform) =>
          keys.opens(partner, given, platform) ||
          (old.get(partner) ?? []).some(
            (key, place) => key.secret.is(given) && isTaken(key, partner, platform, place),
          ),
      },
    }
  }

const TEN_SECONDS = 10_000
const TWO_DAYS = 172_800_000

/** Shows the full text of some keys in every list. */
export const listedInFull =
  (isMeant: (made: { readonly isRotation: boolean }) => boolean): BehaviourChange =>
  ({ keys }) => {
    const texts = new WeakMap<IntegrationKey, string>()
    return {
      keys: {
        put(partner, slot, platform) {
          const isRotation = partner.keys[slot] !== undefined
          const secret = keys.put(partner, slot, platform)
          const made = partner.keys[slot]
          if (made !== undefined && isMeant({ isRotation })) texts.set(made, secret)
          return secret
        },
        shown: (partner, platform) => [
          ...keys.shown(partner, platform),
          ...Object.values(partner.keys).flatMap((key) => (texts.has(key) ? [{ text: texts.get(key) }] : [])),
        ],
      },
    }
  }

/** Defects of integration keys (2.6, 5.rule.6, 5.rule.7). */
export const keyMutants: readonly Mutant[] = [
  {
    id: 'third-key-replaces-the-secondary',
    says: 'A third key takes the place of the secondary one',
    kills: ['integration-keys-are-at-most-two'],
    change: ({ keys }) => ({ keys: { free: (partner) => keys.free(partner) ?? 'secondary' } }),
  },
  {
    id: 'keys-without-number',
    says: 'An account can have any number of keys, and all of them work',
    kills: ['integration-keys-are-at-most-two'],
    change: (behaviour) => {
      const { keys = {} } = keepingOld(() => true)(behaviour)
      return { keys: { ...keys, free: (partner) => behaviour.keys.free(partner) ?? 'secondary' } }
    },
  },
  {
    id: 'secondary-key-ends-the-primary',
    says: 'Making the secondary key deletes the primary key',
    kills: ['primary-key-works'],
    change: ({ keys }) => ({
      keys: {
        put(partner, slot, platform) {
          const secret = keys.put(partner, slot, platform)
          if (slot === 'secondary' && partner.members.length > 0 && partner.keys.primary !== undefined)
            partner.keys.primary = { secret: new SealedSecret(platform.random.secret()), createdAt: 0 }
          return secret
        },
      },
    }),
  },
  {
    id: 'rotation-ends-the-secondary',
    says: 'Replacing the primary key deletes the secondary key',
    kills: ['secondary-key-works'],
    change: ({ keys }) => ({
      keys: {
        put(partner, slot, platform) {
          const isRotation = partner.keys[slot] !== undefined
          const secret = keys.put(partner, slot, platform)
          if (slot === 'primary' && isRotation && partner.keys.secondary !== undefined)
            partner.keys.secondary = { secret: new SealedSecret(platform.random.secret()), createdAt: 0 }
          return secret
        },
      },
    }),
  },
  {
    id: 'rotation-has-a-gap',
    says: 'For ten seconds after a replacement no key of the account is accepted',
    kills: ['key-rotation-has-its-steps'],
    change({ keys }) {
      const until = new WeakMap<Partner, number>()
      return {
        keys: {
          put(partner, slot, platform) {
            if (partner.keys[slot] !== undefined) until.set(partner, platform.clock.now() + TEN_SECONDS)
            return keys.put(partner, slot, platform)
          },
          opens: (partner, given, platform) =>
            platform.clock.now() >= (until.get(partner) ?? 0) && keys.opens(partner, given, platform),
        },
      }
    },
  },
  {
    id: 'new-keys-never-arrive',
    says: 'A new key in the place of another is shown, but is not accepted',
    kills: ['key-rotation-has-its-steps'],
    change: ({ keys }) => ({
      keys: {
        put(partner, slot, platform) {
          const before = partner.keys[slot]
          const secret = keys.put(partner, slot, platform)
          if (before !== undefined) partner.keys[slot] = before
          return secret
        },
      },
    }),
  },
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
    id: 'rotation-knows-one-slot',
    says: 'A replacement of either key replaces the primary key',
    kills: ['replaced-key-stops-working'],
    change: ({ keys }) => ({
      keys: {
        put: (partner, slot, platform) =>
          keys.put(partner, partner.keys[slot] === undefined ? slot : 'primary', platform),
      },
    }),
  },
  {
    id: 'replaced-keys-work-for-ever',
    says: 'A replaced key is kept beside the new one and goes on working',
    kills: ['replaced-key-stops-working'],
    change: keepingOld(() => true),
  },
  {
    id: 'replaced-keys-work-for-two-days',
    says: 'A replaced key works until the end of the next day',
    kills: ['replaced-key-stops-working'],
    change: keepingOld((key, _partner, { clock }) => clock.now() < key.createdAt + TWO_DAYS),
  },
  {
    id: 'later-rotations-leave-the-old-key',
    says: 'From the third replacement on, replaced keys work for ever',
    kills: ['replaced-key-stops-working'],
    change: keepingOld((_key, _partner, _platform, replacedBefore) => replacedBefore >= 2),
  },
  {
    id: 'keys-are-listed-in-full',
    says: 'The list of keys shows them in full',
    kills: ['integration-key-is-shown-once'],
    change: listedInFull(() => true),
  },
]
