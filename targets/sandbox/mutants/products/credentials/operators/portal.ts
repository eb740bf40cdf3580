import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Client } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { maybe, one } from '../../arguments.ts'
import { filled } from '../../each.ts'
import { changing, MEMBERS } from '../../members.ts'
import type { SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { type CredentialHappens, credentialOperator, endTokens } from './operator.ts'

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

/** All that can go wrong with accounts and clients at the portals (2.6, 5). */
export const PORTAL_OPERATORS: readonly SlipOperator<CredentialUse>[] = [
  credentialOperator({ statusEnds: status }, ({ statusEnds }) =>
    changingStatus((client, now, platform) => {
      if (now === statusEnds) endTokens(platform, ({ clientId }) => clientId === client.id)
    }),
  ),
  credentialOperator({ statusSpreads: status, to: maybe(one('namesakes')) }, ({ statusSpreads, to }) =>
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
  credentialOperator(
    { client: one('shown'), ...MEMBERS },
    ({ sets = {}, ...given }) =>
      (happens) =>
      ({ clients }) => {
        const secrets = new WeakMap<Client, string>()
        return {
          clients: {
            create(partner, wish, platform) {
              const made = clients.create(partner, wish, platform)
              secrets.set(made.made, made.secret)
              return made
            },
            shown(client, platform) {
              const shown = clients.shown(client, platform)
              if (!happens(useBy('portal', client, platform), platform)) return shown
              const secret = secrets.get(client) ?? ''
              const texts = {
                secret,
                secretInBase64: Buffer.from(secret).toString('base64'),
                secretStart: secret.slice(0, 4),
                idEnd: client.id.slice(-4),
              }
              return changing({ ...given, sets: filled(sets, texts) as typeof sets })(shown)
            },
          },
        }
      },
  ),
  credentialOperator({ registers: one('active') }, ({ registers }) => (happens) => ({ accounts }) => ({
    accounts: {
      register(details, platform) {
        const partner = accounts.register(details, platform)
        if (happens(useBy('portal', undefined, platform, partner), platform)) partner.status = registers
        return partner
      },
    },
  })),
]
