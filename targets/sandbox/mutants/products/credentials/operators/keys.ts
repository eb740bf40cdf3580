import type { BehaviourChange } from '../../../../behaviour.ts'
import type { IntegrationKey, Partner } from '../../../../office/directory.ts'
import { SealedSecret } from '../../../../office/sealed-secret.ts'
import type { Platform } from '../../../../platform.ts'
import { instead } from '../../../instead.ts'
import { maybe, number, one } from '../../arguments.ts'
import { changesTogether, type SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { credentialOperator, endTokens } from './operator.ts'

/** Lets further texts open an account. */
const opening = (
  isMeant: (partner: Partner, given: string, platform: Platform) => boolean,
): BehaviourChange => instead('keys.opens', (usual, ...given) => usual(...given) || isMeant(...given))

/** All that can go wrong with integration keys at the portal (2.6, 5.rule.6, 5.rule.7). Times are in milliseconds. */
export const KEY_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  credentialOperator(
    {
      replaces: one('nothing', 'the-primary-key', 'both-keys', 'tokens', 'itself'),
      keeps: maybe(number),
    },
    ({ replaces, keeps = Number.POSITIVE_INFINITY }) =>
      (happens) =>
      (base) => {
        const kept = new WeakMap<Partner, IntegrationKey[]>()
        const put = instead('keys.put', (usual, partner, slot, platform) => {
          const old = partner.keys[slot]
          const use = { ...useBy('portal', undefined, platform, partner), slot }
          const isMeant = old !== undefined && happens(use, platform)
          const secret = usual(
            partner,
            isMeant && replaces === 'the-primary-key' ? 'primary' : slot,
            platform,
          )
          if (!isMeant) return secret
          if (replaces === 'nothing') kept.set(partner, [...(kept.get(partner) ?? []), old])
          if (replaces === 'itself') partner.keys[slot] = old
          if (replaces === 'both-keys') delete partner.keys[slot === 'primary' ? 'secondary' : 'primary']
          if (replaces === 'tokens') endTokens(platform, ({ partnerId }) => partnerId === partner.id)
          return secret
        })
        const isKept = (given: string, { secret, createdAt }: IntegrationKey, { clock }: Platform) =>
          secret.is(given) && clock.now() < createdAt + keeps
        return changesTogether([
          put,
          opening((partner, given, platform) =>
            (kept.get(partner) ?? []).some((key) => isKept(given, key, platform)),
          ),
        ])(base)
      },
  ),
  credentialOperator({ thirdKey: one('beside', 'in-place') }, ({ thirdKey }) => (happens) => (base) => {
    let of: Platform | undefined
    let isFurther = false
    const further = new WeakMap<Partner, SealedSecret[]>()
    return changesTogether([
      instead('keys.free', (usual, partner) => {
        const slot = usual(partner)
        const isMeant =
          slot === undefined && of !== undefined && happens(useBy('portal', undefined, of, partner), of)
        isFurther = isMeant && thirdKey === 'beside'
        return isMeant ? 'secondary' : slot
      }),
      instead('keys.put', (usual, partner, slot, platform) => {
        of = platform
        if (!isFurther) return usual(partner, slot, platform)
        isFurther = false
        const secret = `ik_${platform.random.secret()}`
        further.set(partner, [...(further.get(partner) ?? []), new SealedSecret(secret)])
        return secret
      }),
      opening((partner, given) => (further.get(partner) ?? []).some((secret) => secret.is(given))),
    ])(base)
  }),
  credentialOperator(
    { keys: one('listed-in-full', 'shown-with-their-account') },
    ({ keys: where }) =>
      (happens) =>
      (base) => {
        const texts = new WeakMap<IntegrationKey, string>()
        const textsOf = (partner: Partner) =>
          Object.values(partner.keys).flatMap((key) => (texts.has(key) ? [{ text: texts.get(key) }] : []))
        return changesTogether([
          instead('keys.put', (usual, partner, slot, platform) => {
            const isMeant = happens({ ...useBy('portal', undefined, platform, partner), slot }, platform)
            const secret = usual(partner, slot, platform)
            const made = partner.keys[slot]
            if (made !== undefined && isMeant) texts.set(made, secret)
            return secret
          }),
          where === 'listed-in-full'
            ? instead('keys.shown', (usual, partner, platform) => [
                ...usual(partner, platform),
                ...textsOf(partner),
              ])
            : instead('accounts.shown', (usual, partner, platform) => ({
                ...usual(partner, platform),
                ...(textsOf(partner).length > 0 && { latest_keys: textsOf(partner) }),
              })),
        ])(base)
      },
  ),
]
