import type { Mutant } from '../mutant.ts'

/** Defects of M2M clients (2.6, 5.rule.2, 5.rule.4, 5.rule.7). */
export const clientMutants: readonly Mutant[] = [
  {
    id: 'client-ids-carry-the-company',
    says: 'The id of a new client carries a number of the company in place of the partner',
    kills: ['client-id-shape'],
    change: ({ ids }) => ({
      ids: {
        client: (partnerId, random) =>
          ids.client(partnerId, random).replace(partnerId, partnerId.slice(0, 8)),
      },
    }),
  },
  {
    id: 'one-secret-for-all-clients',
    says: 'All clients of an account have the secret of the first one',
    kills: ['lost-secret-is-replaced'],
    change({ clients, ids }) {
      const secrets = new Map<string, string>()
      let partnerId = ''
      return {
        clients: {
          create(partner, wish, platform) {
            partnerId = partner.members.length > 0 ? partner.id : ''
            return clients.create(partner, wish, platform)
          },
        },
        ids: {
          clientSecret(random) {
            const secret = secrets.get(partnerId) ?? ids.clientSecret(random)
            if (partnerId !== '') secrets.set(partnerId, secret)
            return secret
          },
        },
      }
    },
  },
  {
    id: 'clients-start-inactive',
    says: 'A new client has to be activated before it gets a token',
    kills: ['credentials-come-from-the-portal'],
    change: ({ clients }) => ({
      clients: {
        create(partner, wish, platform) {
          const made = clients.create(partner, wish, platform)
          if (partner.members.length > 0) made.made.status = 'inactive'
          return made
        },
      },
    }),
  },
  {
    id: 'deactivations-turn-a-switch',
    says: 'A second deactivation of a client activates it',
    kills: ['token-inactive-client-refused'],
    change: ({ clients }) => ({
      clients: {
        setStatus(client, status, platform) {
          const other = status === 'active' ? 'inactive' : 'active'
          clients.setStatus(client, client.status === status ? other : status, platform)
        },
      },
    }),
  },
  {
    id: 'clients-named-by-a-uuid',
    says: 'The id of a client is the one that the identity provider gave it',
    kills: ['client-id-shape'],
    change: () => ({ ids: { client: (_partner, random) => random.uuid() } }),
  },
]
