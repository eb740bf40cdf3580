import type { IntegrationKey, Partner } from '../../../../office/directory.ts'
import { SealedSecret } from '../../../../office/sealed-secret.ts'
import type { Platform } from '../../../../platform.ts'
import { maybe, number, one } from '../../arguments.ts'
import type { SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { credentialOperator, endTokens } from './operator.ts'

/** All that can go wrong with integration keys at the portal (2.6, 5.rule.6, 5.rule.7). Times are in milliseconds. */
export const KEY_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  credentialOperator(
    {
      replaces: one('nothing', 'the-primary-key', 'both-keys', 'tokens', 'itself'),
      keeps: maybe(number),
    },
    ({ replaces, keeps = Number.POSITIVE_INFINITY }) =>
      (happens) =>
      ({ keys }) => {
        const kept = new WeakMap<Partner, IntegrationKey[]>()
        return {
          keys: {
            put(partner, slot, platform) {
              const old = partner.keys[slot]
              const use = { ...useBy('portal', undefined, platform, partner), slot }
              const isMeant = old !== undefined && happens(use, platform)
              const into = isMeant && replaces === 'the-primary-key' ? 'primary' : slot
              const secret = keys.put(partner, into, platform)
              if (isMeant && replaces === 'nothing') kept.set(partner, [...(kept.get(partner) ?? []), old])
              if (isMeant && replaces === 'itself') partner.keys[slot] = old
              if (isMeant && replaces === 'both-keys')
                delete partner.keys[slot === 'primary' ? 'secondary' : 'primary']
              if (isMeant && replaces === 'tokens')
                endTokens(platform, ({ partnerId }) => partnerId === partner.id)
              return secret
            },
            opens: (partner, given, platform) =>
              keys.opens(partner, given, platform) ||
              (kept.get(partner) ?? []).some(
                ({ secret, createdAt }) => secret.is(given) && platform.clock.now() < createdAt + keeps,
              ),
          },
        }
      },
  ),
  credentialOperator({ thirdKey: one('beside', 'in-place') }, ({ thirdKey }) => (happens) => ({ keys }) => {
    let of: Platform | undefined
    let isFurther = false
    const further = new WeakMap<Partner, SealedSecret[]>()
    return {
      keys: {
        free(partner) {
          const slot = keys.free(partner)
          const isMeant =
            slot === undefined && of !== undefined && happens(useBy('portal', undefined, of, partner), of)
          isFurther = isMeant && thirdKey === 'beside'
          return isMeant ? 'secondary' : slot
        },
        put(partner, slot, platform) {
          of = platform
          if (!isFurther) return keys.put(partner, slot, platform)
          isFurther = false
          const secret = `ik_${platform.random.secret()}`
          further.set(partner, [...(further.get(partner) ?? []), new SealedSecret(secret)])
          return secret
        },
        opens: (partner, given, platform) =>
          keys.opens(partner, given, platform) ||
          (further.get(partner) ?? []).some((secret) => secret.is(given)),
      },
    }
  }),
  credentialOperator(
    { keys: one('listed-in-full', 'shown-with-their-account') },
    ({ keys: where }) =>
      (happens) =>
      ({ accounts, keys }) => {
        const texts = new WeakMap<IntegrationKey, string>()
        const textsOf = (partner: Partner) =>
          Object.values(partner.keys).flatMap((key) => (texts.has(key) ? [{ text: texts.get(key) }] : []))
        return {
          keys: {
            put(partner, slot, platform) {
              const isMeant = happens({ ...useBy('portal', undefined, platform, partner), slot }, platform)
              const secret = keys.put(partner, slot, platform)
              const made = partner.keys[slot]
              if (made !== undefined && isMeant) texts.set(made, secret)
              return secret
            },
            shown: (partner, platform) => [
              ...keys.shown(partner, platform),
              ...(where === 'listed-in-full' ? textsOf(partner) : []),
            ],
          },
          accounts: {
            shown: (partner, platform) => ({
              ...accounts.shown(partner, platform),
              ...(where === 'shown-with-their-account' && { keys: textsOf(partner) }),
            }),
          },
        }
      },
  ),
]
