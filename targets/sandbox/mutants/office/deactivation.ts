import type { BehaviourChange } from '../../behaviour.ts'
import type { Client } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'

/** When one client's status is set, also sets that of other clients, in accounts that a run made. */
const spreading =
  (
    isMeant: (status: Client['status'], client: Client, platform: Platform) => boolean,
    others: (other: Client) => boolean = () => true,
  ): BehaviourChange =>
  ({ clients }) => ({
    clients: {
      setStatus(client, status, platform) {
        clients.setStatus(client, status, platform)
        const isNew = platform.directory.partners.get(client.partnerId)?.members.length !== 0
        if (!isNew || !isMeant(status, client, platform)) return
        for (const other of platform.directory.clients.values())
          if (other.partnerId === client.partnerId && others(other)) other.status = status
      },
    },
  })

/** The index of a client among those of its account. */
const placeOf = (client: Client, { directory }: Platform): number =>
  [...directory.clients.values()].filter(({ partnerId }) => partnerId === client.partnerId).indexOf(client)

/** Defects when M2M clients are deactivated and activated (5.rule.4). */
export const deactivationMutants: readonly Mutant[] = [
  {
    id: 'deactivation-takes-the-account-along',
    says: 'Deactivating a client deactivates all clients of its account',
    kills: ['deactivation-spares-other-clients'],
    change: spreading((status) => status === 'inactive'),
  },
  {
    id: 'deactivating-a-later-client-takes-the-account-along',
    says: 'Deactivating a client that is not the first deactivates all clients of its account',
    kills: ['deactivation-spares-other-clients'],
    change: spreading((status, client, platform) => status === 'inactive' && placeOf(client, platform) > 0),
  },
  {
    id: 'deactivation-takes-namesakes-along',
    says: 'Deactivating a client deactivates any client of its account with the same name',
    kills: ['deactivation-spares-other-clients'],
    change: ({ clients }) => ({
      clients: {
        setStatus(client, status, platform) {
          for (const other of platform.directory.clients.values())
            if (other.partnerId === client.partnerId && other.name === client.name)
              clients.setStatus(other, status, platform)
        },
      },
    }),
  },
  {
    id: 'activation-takes-the-account-along',
    says: 'Activating a client activates all clients of its account',
    kills: ['token-inactive-client-refused', 'client-status-values'],
    change: spreading((status) => status === 'active'),
  },
  {
    id: 'activation-is-for-pages-only',
    says: 'A client that is activated again is active on its page, but gets no token',
    kills: ['credentials-come-from-the-portal'],
    change: ({ clients, tokenChecks }) => {
      const again = new Set<string>()
      return {
        clients: {
          setStatus(client, status, platform) {
            clients.setStatus(client, status, platform)
            const isNew = platform.directory.partners.get(client.partnerId)?.members.length !== 0
            if (isNew && status === 'inactive') again.add(client.id)
          },
        },
        tokenChecks: {
          active: (form, platform) =>
            again.has(form.get('client_id') ?? '')
              ? { code: 'invalid_client', description: 'the client is inactive' }
              : tokenChecks.active(form, platform),
        },
      }
    },
  },
  {
    id: 'deactivation-is-shown-only',
    says: 'A client that the portal deactivates is inactive on its page only',
    kills: ['token-inactive-client-refused'],
    change({ tokenChecks }) {
      return {
        tokenChecks: {
          active(form, platform) {
            const client = platform.directory.clients.get(form.get('client_id') ?? '')
            const isNew = platform.directory.partners.get(client?.partnerId ?? '')?.members.length !== 0
            return isNew ? undefined : tokenChecks.active(form, platform)
          },
        },
      }
    },
  },
]
