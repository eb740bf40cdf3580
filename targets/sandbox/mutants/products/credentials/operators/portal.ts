import type { BehaviourChange } from '../../../../behaviour.ts'
import type { AccountStatus, Client, Partner } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { after, instead } from '../../../instead.ts'
import { maybe, one, wordsOf } from '../../arguments.ts'
import { withValues } from '../../each.ts'
import { changing, MEMBERS } from '../../members.ts'
import { changesTogether, type SlipOperator } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'
import { type CredentialHappens, credentialOperator, endTokens } from './operator.ts'

const status = one('active', 'inactive')

/** Does something besides, when the status of a client changes. */
const changingStatus =
  (change: (client: Client, now: Client['status'], platform: Platform) => void) =>
  (happens: CredentialHappens): BehaviourChange =>
    instead('clients.setStatus', (usual, client, now, platform) => {
      const isMeant = happens(useBy('portal', client, platform), platform)
      usual(client, now, platform)
      if (isMeant) change(client, now, platform)
    })

/** Does something besides, when something is done to an account or to its clients. */
type Besides = (also: (partner: Partner, platform: Platform) => void) => BehaviourChange

const deciding =
  (isMeant: (from: AccountStatus, to: AccountStatus) => boolean): Besides =>
  (also) =>
    instead('accounts.decide', (usual, partner, to, platform) => {
      const from = partner.status
      usual(partner, to, platform)
      if (isMeant(from, to)) also(partner, platform)
    })

const ACTIONS = {
  disabling: deciding((_, to) => to === 'disabled'),
  denying: deciding((_, to) => to === 'denied'),
  'approving-again': deciding((from, to) => from === 'disabled' && to === 'active'),
  'deactivating-a-client': (also) =>
    changingStatus(({ partnerId }, now, platform) => {
      const partner = platform.directory.partners.get(partnerId)
      if (now === 'inactive' && partner !== undefined) also(partner, platform)
    })(() => true),
  'making-a-client': (also) =>
    instead('clients.create', (usual, partner, wish, platform) => {
      also(partner, platform)
      return usual(partner, wish, platform)
    }),
} as const satisfies Record<string, Besides>

const setClients =
  (now: Client['status']) =>
  ({ id }: Partner, { directory }: Platform): void => {
    for (const client of directory.clients.values()) if (client.partnerId === id) client.status = now
  }

const EFFECTS = {
  'disables-it': (partner) => {
    partner.status = 'disabled'
  },
  'activates-its-clients': setClients('active'),
  'deactivates-its-clients': setClients('inactive'),
  'ends-its-tokens': ({ id }, platform) => endTokens(platform, ({ partnerId }) => partnerId === id),
} as const satisfies Record<string, (partner: Partner, platform: Platform) => void>

const ACCOUNTS = {
  same: (partner) => partner,
  first: (_, { directory }) => [...directory.partners.values()][0],
} as const satisfies Record<string, (partner: Partner, platform: Platform) => Partner | undefined>

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
      (base) => {
        const secrets = new WeakMap<Client, string>()
        return changesTogether([
          after('clients.create', ({ made, secret }) => void secrets.set(made, secret)),
          instead('clients.shown', (usual, client, platform) => {
            const shown = usual(client, platform)
            if (!happens(useBy('portal', client, platform), platform)) return shown
            const secret = secrets.get(client) ?? ''
            const texts = {
              secret,
              secretInBase64: Buffer.from(secret).toString('base64'),
              secretStart: secret.slice(0, 4),
              idEnd: client.id.slice(-4),
            }
            return changing({ ...given, sets: withValues(sets, texts) as typeof sets })(shown)
          }),
        ])(base)
      },
  ),
  credentialOperator(
    { registers: one('active') },
    ({ registers }) =>
      (happens) =>
        after('accounts.register', (partner, _, platform) => {
          if (happens(useBy('portal', undefined, platform, partner), platform)) partner.status = registers
        }),
  ),
  credentialOperator(
    { after: wordsOf(ACTIONS), does: wordsOf(EFFECTS), to: wordsOf(ACCOUNTS) },
    ({ after: action, does, to }) =>
      (happens) =>
        ACTIONS[action]((partner, platform) => {
          const account = ACCOUNTS[to](partner, platform)
          const isMeant = happens(useBy('portal', undefined, platform, partner), platform)
          if (account !== undefined && isMeant) EFFECTS[does](account, platform)
        }),
  ),
]
