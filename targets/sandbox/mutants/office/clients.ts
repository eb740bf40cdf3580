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
    id: 'new-clients-end-the-tokens-of-others',
    says: 'A new client ends the tokens of all other clients of its account',
    kills: ['credentials-come-from-the-portal'],
    change: ({ clients }) => ({
      clients: {
        create(partner, wish, platform) {
          if (partner.members.length > 0)
            for (const { text, partnerId } of platform.tokens.values())
              if (partnerId === partner.id) platform.tokens.delete(text)
          return clients.create(partner, wish, platform)
        },
      },
    }),
  },
]
