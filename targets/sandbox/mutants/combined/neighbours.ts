import type { Client, Partner } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'

/** Does something to the first partner of the directory when it is done to another one. */
const firstOf = ({ directory }: Platform): Partner | undefined => [...directory.partners.values()][0]

const clientsOf = ({ directory }: Platform, partnerId: string | undefined): readonly Client[] =>
  [...directory.clients.values()].filter((client) => client.partnerId === partnerId)

/** Things of one quote, key or account that show at another one (2.6, 3, 4, 5). */
export const neighbourMutants: readonly Mutant[] = [
  {
    id: 'contacts-of-another-quote-in-proposals',
    says: 'A proposal repeats the contact page of the proposal that was written before it',
    kills: ['quote-proposal-shows-its-quote'],
    change({ documents }) {
      let last: Quote['contact'] | undefined
      return {
        documents: {
          contents(name, quote, platform) {
            if (name !== 'quote-proposal') return documents.contents(name, quote, platform)
            const contact = last ?? quote.contact
            last = quote.contact
            return documents.contents(name, { ...quote, contact }, platform)
          },
        },
      }
    },
  },
  {
    id: 'disabling-one-account-disables-the-first',
    says: 'Disabling an account disables the first account as well',
    kills: ['other-accounts-stay-as-they-are'],
    change: ({ accounts }) => ({
      accounts: {
        decide(partner, to, platform) {
          accounts.decide(partner, to, platform)
          const first = firstOf(platform)
          if (to === 'disabled' && first !== undefined) first.status = to
        },
      },
    }),
  },
  {
    id: 'denying-one-account-takes-the-clients-of-the-first',
    says: 'Denying an account makes the clients of the first one inactive',
    kills: ['other-accounts-stay-as-they-are'],
    change: ({ accounts }) => ({
      accounts: {
        decide(partner, to, platform) {
          accounts.decide(partner, to, platform)
          if (to !== 'denied') return
          for (const client of clientsOf(platform, firstOf(platform)?.id)) client.status = 'inactive'
        },
      },
    }),
  },
  {
    id: 'deactivation-reaches-the-first-account',
    says: 'Deactivating a client makes those of the first account inactive',
    kills: ['deactivation-spares-other-clients', 'other-accounts-stay-as-they-are'],
    change: ({ clients }) => ({
      clients: {
        setStatus(client, status, platform) {
          clients.setStatus(client, status, platform)
          const first = firstOf(platform)
          const isOther = platform.directory.partners.get(client.partnerId)?.members.length !== 0
          if (status !== 'inactive' || !isOther) return
          for (const one of clientsOf(platform, first?.id)) one.status = status
        },
      },
    }),
  },
  {
    id: 'rotation-replaces-the-key-of-the-first-account',
    says: 'Rotating a key of one account replaces the same key of the first one',
    kills: ['other-accounts-stay-as-they-are'],
    change: ({ keys }) => ({
      keys: {
        put(partner, slot, platform) {
          const secret = keys.put(partner, slot, platform)
          const first = firstOf(platform)
          if (first !== undefined && first !== partner && partner.members.length > 0)
            keys.put(first, slot, platform)
          return secret
        },
      },
    }),
  },
]
