import type { BehaviourChange } from '../../behaviour.ts'
import type { AccountStatus, Client } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** Lets accounts with a status create clients, and lets some of these clients get tokens. */
const lettingIn =
  (
    status: AccountStatus,
    isLetIn: (client: Client, platform: Platform) => boolean = () => true,
  ): BehaviourChange =>
  ({ clients, tokenChecks }) => ({
    clients: { mayCreate: (partner) => partner.status === status || clients.mayCreate(partner) },
    tokenChecks: {
      account(form, platform) {
        const client = platform.directory.clients.get(form.get('client_id') ?? '')
        const partner = platform.directory.partners.get(client?.partnerId ?? '')
        // Not for the account that is disabled from the start: another mutant covers that.
        const isMeant = partner?.status === status && partner.members.length > 0
        return isMeant && client !== undefined && isLetIn(client, platform)
          ? undefined
          : tokenChecks.account(form, platform)
      },
    },
  })

/** A client that is not the first of its account. */
function isLater(client: Client, { directory }: Platform): boolean {
  const all = [...directory.clients.values()].filter(({ partnerId }) => partnerId === client.partnerId)
  return all.indexOf(client) > 0
}

/** Tokens for accounts that are not active (2.6). */
export const accountTokenMutants: readonly Mutant[] = [
  {
    id: 'disabled-accounts-get-tokens',
    says: 'Disabling an account closes its pages, but its clients go on working',
    kills: ['only-active-partners-authenticate'],
    change: lettingIn('disabled'),
  },
  {
    id: 'pending-accounts-get-tokens',
    says: 'A pending account can get tokens',
    kills: ['only-active-partners-authenticate'],
    change: lettingIn('pending'),
  },
  {
    id: 'denied-accounts-get-tokens',
    says: 'Only disabled accounts get no tokens',
    kills: ['only-active-partners-authenticate'],
    change: lettingIn('denied'),
  },
  {
    id: 'second-clients-of-disabled-accounts-get-tokens',
    says: 'Disabling an account deactivates only its first client',
    kills: ['only-active-partners-authenticate'],
    change: lettingIn('disabled', isLater),
  },
  {
    id: 'second-clients-of-denied-accounts-get-tokens',
    says: 'A denial deactivates only the first client of the account',
    kills: ['only-active-partners-authenticate'],
    change: (behaviour) => {
      const { clients, ...rest } = lettingIn('denied', isLater)(behaviour)
      return { ...rest, clients: { ...clients, mayCreate: () => true } }
    },
  },
  {
    id: 'accounts-disabled-again-get-tokens',
    says: 'A second approval of an account is kept for ever, and overrides later changes',
    kills: ['only-active-partners-authenticate'],
    change: (behaviour) => {
      const again = new Set<string>()
      const { tokenChecks, ...rest } = lettingIn('disabled', ({ partnerId }) => again.has(partnerId))(
        behaviour,
      )
      return {
        ...rest,
        ...(tokenChecks && { tokenChecks }),
        accounts: {
          decide(partner, to, platform) {
            if (partner.status === 'disabled' && to === 'active') again.add(partner.id)
            behaviour.accounts.decide(partner, to, platform)
          },
        },
      }
    },
  },
  {
    id: 'accounts-denied-later-get-tokens',
    says: 'Tokens are refused to pending and disabled accounts only: a denied account still gets them',
    kills: ['only-active-partners-authenticate'],
    change: (behaviour) => {
      const { tokenChecks } = lettingIn('denied')(behaviour)
      const { from } = behaviour.accounts
      return {
        ...(tokenChecks && { tokenChecks }),
        accounts: { from: { ...from, denied: [...from.denied, 'active'] } },
      }
    },
  },
  {
    id: 'toggled-clients-of-disabled-accounts-get-tokens',
    says: 'Disabling an account deactivates its clients, and each of them can be activated again',
    kills: ['only-active-partners-authenticate'],
    change: (behaviour) => {
      const activated = new Set<string>()
      const { clients, ...rest } = lettingIn('disabled', ({ id }) => activated.has(id))(behaviour)
      return {
        ...rest,
        clients: {
          ...clients,
          setStatus(client, status, platform) {
            behaviour.clients.setStatus(client, status, platform)
            if (status === 'active') activated.add(client.id)
          },
        },
      }
    },
  },
]
