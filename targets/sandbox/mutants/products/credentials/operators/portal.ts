import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Client, IntegrationKey, Partner } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { maybe, one } from '../../arguments.ts'
import type { SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { type CredentialHappens, endTokens, operator } from './operator.ts'

const status = one('active', 'inactive')

/** Does something besides, when the status of a client changes. */
const changingStatus =
  (change: (client: Client, now: Client['status'], platform: Platform) => void) =>
  (happens: CredentialHappens): BehaviourChange =>
  ({ clients }) => ({
    clients: {
      setStatus(client, now, platform) {
        const isMeant = happens(useBy('portal', client, platform), platform)
        clients.setStatus(client, now, platform)
        if (isMeant) change(client, now, platform)
      },
    },
  })

/** All that can go wrong with clients and keys at the portals (2.6, 5). */
export const PORTAL_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  operator({ statusEnds: status }, ({ statusEnds }) =>
    changingStatus((client, now, platform) => {
      if (now === statusEnds) endTokens(platform, ({ clientId }) => clientId === client.id)
    }),
  ),
  operator({ statusSpreads: status, to: maybe(one('namesakes')) }, ({ statusSpreads, to }) =>
    changingStatus(({ id, partnerId, name }, now, { directory }) => {
      for (const other of directory.clients.values())
        if (
          now === statusSpreads &&
          other.partnerId === partnerId &&
          other.id !== id &&
          (to === undefined || other.name === name)
        )
          other.status = now
    }),
  ),
  operator({ replaces: one('nothing', 'both-keys', 'tokens') }, ({ replaces }) => (happens) => ({ keys }) => {
    const kept = new WeakMap<Partner, IntegrationKey[]>()
    return {
      keys: {
        put(partner, slot, platform) {
          const old = partner.keys[slot]
          const use = { ...useBy('portal', undefined, platform, partner), slot }
          const isMeant = old !== undefined && happens(use, platform)
          const secret = keys.put(partner, slot, platform)
          if (isMeant && replaces === 'nothing') kept.set(partner, [...(kept.get(partner) ?? []), old])
          if (isMeant && replaces === 'both-keys')
            delete partner.keys[slot === 'primary' ? 'secondary' : 'primary']
          if (isMeant && replaces === 'tokens')
            endTokens(platform, ({ partnerId }) => partnerId === partner.id)
          return secret
        },
        opens: (partner, given, platform) =>
          keys.opens(partner, given, platform) ||
          (kept.get(partner) ?? []).some(({ secret }) => secret.is(given)),
      },
    }
  }),
]
