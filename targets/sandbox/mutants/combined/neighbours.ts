import type { DocumentName } from '../../../../conformance/exchange.ts'
import type { BehaviourChange } from '../../behaviour.ts'
import type { ApiOperation } from '../../http/answer.ts'
import type { Client, Partner } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Makes documents of a kind from another quote where a condition holds; the condition counts the reads of each quote. */
const mixed =
  (
    kinds: readonly DocumentName[],
    isMixed: (reads: number) => boolean,
    other: (quote: Quote, all: readonly Quote[]) => Quote | undefined,
  ): BehaviourChange =>
  ({ documents }) => {
    const reads = new Map<string, number>()
    return {
      documents: {
        contents(name, quote, platform) {
          const key = `${name} ${quote.id}`
          const count = (reads.get(key) ?? 0) + 1
          reads.set(key, count)
          const own = [...platform.quotes.values()].filter(
            ({ partnerId, rating }) => partnerId === quote.partnerId && rating !== undefined,
          )
          const shown = kinds.includes(name) && isMixed(count) ? other(quote, own) : undefined
          return documents.contents(name, shown ?? quote, platform)
        },
      },
    }
  }

const before = (quote: Quote, all: readonly Quote[]): Quote | undefined => all[all.indexOf(quote) - 1]
const latest = (_quote: Quote, all: readonly Quote[]): Quote | undefined => all.at(-1)

/** Remembers the integration key of each submission; other requests about its quote come with it, or do not find the quote. */
const boundToItsKey = (
  operations: readonly ApiOperation[],
  isBound: (key: string, { keys }: Partner) => boolean = () => true,
): BehaviourChange => {
  const every: readonly ApiOperation[] = ['submit', ...operations]
  return (base) => {
    const keys = new Map<string, string>()
    return operating(every, async (standard, { operation, headers, id, partner }, platform) => {
      const key = String(headers['x-integration-key'])
      if (operation !== 'submit') {
        const wanted = keys.get(id.toLowerCase()) ?? key
        const isKept = wanted !== key && isBound(wanted, partner)
        const { failed } = platform.behaviour.http
        return isKept ? failed(404, 'Quote not found.', operation, platform) : standard()
      }
      const answer = await standard()
      const [, made] = /"quote_id":"([^"]+)"/.exec(String(answer.body)) ?? []
      if (made !== undefined) keys.set(made.toLowerCase(), key)
      return answer
    })(base)
  }
}

const READS: readonly ApiOperation[] = [
  'status',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
]

/** Does something to the first partner of the directory when it is done to another one. */
const firstOf = ({ directory }: Platform): Partner | undefined => [...directory.partners.values()][0]

const clientsOf = ({ directory }: Platform, partnerId: string | undefined): readonly Client[] =>
  [...directory.clients.values()].filter((client) => client.partnerId === partnerId)

/** Things of one quote, key or account that show at another one (2.6, 3, 4, 5). */
export const neighbourMutants: readonly Mutant[] = [
  {
    id: 'previews-of-the-quote-before',
    says: 'Previews are read from a list at an index that is one too low',
    kills: ['quote-preview-shows-its-quote'],
    change: mixed(['quote-preview'], () => true, before),
  },
  {
    id: 'proposals-of-the-latest-quote-at-the-second-read',
    says: 'A proposal is kept in a cache with one place, so that a second read shows the latest quote',
    kills: ['quote-proposal-shows-its-quote'],
    change: mixed(['quote-proposal'], (reads) => reads > 1, latest),
  },
  {
    id: 'policy-previews-of-the-latest-quote',
    says: 'The template of a policy preview is filled from the latest quote of the partner',
    kills: ['policy-preview-shows-its-quote'],
    change: mixed(['policy-preview'], () => true, latest),
  },
  {
    id: 'policies-of-the-quote-before-at-the-second-read',
    says: 'A policy is written anew for each read, and the second one begins with the data of another quote',
    kills: ['policy-shows-its-quote'],
    change: mixed(['policy'], (reads) => reads === 2, before),
  },
  {
    id: 'policies-of-the-first-quote',
    says: 'The policy is written for the first quote of the partner that was issued',
    kills: ['policy-shows-its-quote'],
    change: mixed(
      ['policy'],
      () => true,
      (_quote, all) => all.find(({ status }) => status === 'issued'),
    ),
  },
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
    id: 'quotes-of-one-key',
    says: 'A quote is found only with the integration key that it was submitted with',
    kills: ['secondary-key-works'],
    change: boundToItsKey([...READS, 'update', 'bind']),
  },
  {
    id: 'documents-of-one-key',
    says: 'The documents of a quote are found only with the integration key that it was submitted with',
    kills: ['either-key-opens-every-quote'],
    change: boundToItsKey(READS.slice(1)),
  },
  {
    id: 'quotes-of-the-secondary-key',
    says: 'A quote that was submitted with the secondary key is found only with that key',
    kills: ['either-key-opens-every-quote'],
    change: boundToItsKey(
      [...READS, 'update', 'bind'],
      (key, { keys }) => keys.secondary?.secret.is(key) === true,
    ),
  },
  {
    id: 'secondary-quotes-are-bound-with-their-key',
    says: 'A bind is accepted only with the integration key that the quote was submitted with',
    kills: ['either-key-opens-every-quote'],
    change: boundToItsKey(['bind'], (key, { keys }) => keys.secondary?.secret.is(key) === true),
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
