import type { BehaviourChange } from '../../behaviour.ts'
import type { ApiOperation } from '../../http/answer.ts'
import type { IntegrationKey, Partner, Slot } from '../../office/directory.ts'
import type { KeyRules } from '../../office/rules.ts'
import { SealedSecret } from '../../office/sealed-secret.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { listedInFull } from './keys.ts'

/** Allows a third key to accounts whose slots were filled in a certain way before. */
function addingAfter(
  keys: KeyRules<Platform>,
  isMeant: (partner: Partner, slot: Slot) => boolean,
): ReturnType<BehaviourChange> {
  const open = new WeakSet<Partner>()
  const further = new WeakMap<Partner, SealedSecret[]>()
  let isFurther = false
  return {
    keys: {
      free(partner) {
        const slot = keys.free(partner)
        isFurther = slot === undefined && open.has(partner)
        return isFurther ? 'secondary' : slot
      },
      put(partner, slot, platform) {
        if (isFurther) {
          isFurther = false
          const secret = `ik_${platform.random.secret()}`
          further.set(partner, [...(further.get(partner) ?? []), new SealedSecret(secret)])
          return secret
        }
        if (isMeant(partner, slot)) open.add(partner)
        return keys.put(partner, slot, platform)
      },
      opens: (partner, given, platform) =>
        keys.opens(partner, given, platform) ||
        (further.get(partner) ?? []).some((secret) => secret.is(given)),
    },
  }
}

/**
 * Decides for one operation which keys are accepted, in accounts that a run made: by whether a key is new and whether it was
 * replaced.
 */
const rotatedFor =
  (
    operation: ApiOperation,
    opens: (isNew: boolean, isReplaced: boolean, standard: boolean) => boolean,
  ): BehaviourChange =>
  ({ access, keys }) => {
    const [made, replaced] = [new Set<string>(), new Set<string>()]
    const latest = new WeakMap<IntegrationKey, string>()
    return {
      keys: {
        put(partner, slot, platform) {
          const before = partner.keys[slot]
          const known = before === undefined ? undefined : latest.get(before)
          const secret = keys.put(partner, slot, platform)
          const key = partner.keys[slot]
          if (key !== undefined && partner.members.length > 0) latest.set(key, secret)
          if (known !== undefined) {
            replaced.add(known)
            made.add(secret)
          } else if (slot === 'secondary' && partner.members.length > 0) made.add(secret)
          return secret
        },
      },
      access: {
        key(visitor, partner, platform) {
          const refusal = access.key(visitor, partner, platform)
          if (visitor.operation !== operation) return refusal
          const given = String(visitor.headers['x-integration-key'])
          return opens(made.has(given), replaced.has(given), refusal === undefined) ? undefined : 'bad-key'
        },
      },
    }
  }

/** Defects of integration keys after some were replaced: their number, and where they are shown (2.6, 5.rule.7). */
export const laterKeyMutants: readonly Mutant[] = [
  {
    id: 'third-key-after-a-rotation',
    says: 'After a replacement an account can have a third key',
    kills: ['integration-keys-are-at-most-two'],
    change: ({ keys }) => addingAfter(keys, (partner, slot) => partner.keys[slot] !== undefined),
  },
  {
    id: 'third-key-after-the-secondary-was-replaced',
    says: 'Replacing the secondary key leaves its slot free for a third key',
    kills: ['integration-keys-are-at-most-two'],
    change: ({ keys }) =>
      addingAfter(keys, (partner, slot) => slot === 'secondary' && partner.keys[slot] !== undefined),
  },
  {
    id: 'third-key-after-the-account-was-approved-again',
    says: 'An account that was disabled and approved again can have a third key',
    kills: ['integration-keys-are-at-most-two'],
    change: ({ accounts, keys }) => {
      const again = new WeakSet<Partner>()
      return {
        accounts: {
          decide(partner, to, platform) {
            if (partner.status === 'disabled' && to === 'active') again.add(partner)
            accounts.decide(partner, to, platform)
          },
        },
        keys: {
          free: (partner) => keys.free(partner) ?? (again.has(partner) ? 'secondary' : undefined),
        },
      }
    },
  },
  {
    id: 'keys-are-listed-in-full-after-a-rotation',
    says: 'The list shows a key in full that replaced another one, until somebody has copied it',
    kills: ['integration-key-is-shown-once'],
    change: listedInFull(({ isRotation }) => isRotation),
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
    id: 'replaced-keys-open-policies',
    says: 'The archive of policies has its own list of keys, from which none is removed',
    kills: ['replaced-key-stops-working'],
    change: rotatedFor('policy', (_isNew, isReplaced, standard) => standard || isReplaced),
  },
  {
    id: 'rotated-keys-open-no-preview',
    says: 'The service of previews reads the keys of an account once',
    kills: ['primary-key-works', 'secondary-key-works'],
    change: rotatedFor('quote-preview', (isNew, _isReplaced, standard) => standard && !isNew),
  },
]
