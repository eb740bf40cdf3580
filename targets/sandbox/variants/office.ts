import type { IntegrationKey, Partner, Slot } from '../office/directory.ts'
import { Refusal } from '../office/refusal.ts'
import type { Variant } from './variant.ts'

const HOUR = 3_600_000
const TEN_SECONDS = 10_000

const inEnglish = (at: unknown): string =>
  new Date(String(at)).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

const capital = (word: unknown): string => String(word).replace(/^./, (letter) => letter.toUpperCase())

/** Legal differences of portals and back offices (2.6, 5, 6, R36). */
export const officeVariants: readonly Variant[] = [
  {
    id: 'client-page-in-other-words',
    says: 'A client is shown below its account in groups with other names, its secret masked and its date in English',
    choice: 'client page',
    observes: [],
    change: ({ clients }) => ({
      clients: {
        shown(client, platform) {
          const { client_id, name, description, status, created_at, secret_last_four } = clients.shown(
            client,
            platform,
          )
          return {
            account_status: platform.directory.partners.get(client.partnerId)?.status,
            general: { label: name, about: description ?? null, clientId: client_id, version: 7 },
            lifecycle: { state: status, createdOn: inEnglish(created_at), lastUsed: null },
            credentials: [{ kind: 'secret', preview: `••••••••${secret_last_four}` }],
          }
        },
      },
    }),
  },
  {
    id: 'client-page-with-epoch-times',
    says: 'A client is shown with times in milliseconds and with more than is asked for',
    choice: 'client page',
    observes: [],
    change: ({ clients }) => ({
      clients: {
        shown: (client, platform) => ({
          ...clients.shown(client, platform),
          created_at: client.createdAt,
          secret_last_four: `ends in (${client.secret.lastFour})`,
          scopes: ['quote'],
          active: client.status === 'active',
        }),
      },
    }),
  },
  {
    id: 'account-page-in-groups',
    says: 'An account is shown in groups, with an address and a history of its statuses',
    choice: 'account page',
    observes: [],
    change: ({ accounts }) => ({
      accounts: {
        shown(partner, platform) {
          const { status, partner_id, company_name, team } = accounts.shown(partner, platform)
          return {
            partner_id,
            company: { legalName: company_name, address: { state: 'CA', country: 'US' } },
            status,
            history: [{ status: 'pending' }],
            team,
          }
        },
      },
    }),
  },
  {
    id: 'statuses-with-capitals',
    says: 'The pages of a portal write statuses with a capital letter',
    choice: 'account page',
    observes: [],
    hides: ['partner-status-values', 'registration-starts-pending'],
    change: ({ accounts }) => ({
      accounts: {
        shown(partner, platform) {
          const shown = accounts.shown(partner, platform)
          return { ...shown, status: capital(shown.status) }
        },
      },
    }),
  },
  {
    id: 'credentials-before-approval',
    says: 'An account gets clients and keys while it is pending, denied or disabled, and no tokens',
    choice: 'credentials of accounts',
    observes: [],
    change: () => ({ clients: { mayCreate: () => true } }),
  },
  {
    id: 'tokens-outlive-their-account',
    says: 'Tokens that were issued before an account was disabled go on working',
    choice: 'tokens of disabled accounts',
    observes: ['observe-tokens-of-disabled-account'],
    change: ({ access }) => ({
      access: { mayEnter: (partner) => partner.status === 'disabled' || access.mayEnter(partner) },
    }),
  },
  {
    id: 'replaced-keys-work-for-hours',
    says: 'A replaced key works for twenty hours more',
    choice: 'replaced keys',
    observes: ['observe-replaced-key'],
    change({ keys }) {
      const old = new WeakMap<Partner, { readonly key: IntegrationKey; readonly at: number }[]>()
      return {
        keys: {
          put(partner, slot, platform) {
            const key = partner.keys[slot]
            const at = platform.clock.now()
            if (key !== undefined) old.set(partner, [...(old.get(partner) ?? []), { key, at }])
            return keys.put(partner, slot, platform)
          },
          opens: (partner, given, platform) =>
            keys.opens(partner, given, platform) ||
            (old.get(partner) ?? []).some(
              ({ key, at }) => key.secret.is(given) && platform.clock.now() < at + 20 * HOUR,
            ),
        },
      }
    },
  },
  {
    id: 'new-keys-take-ten-seconds',
    says: 'A new key is known everywhere after ten seconds',
    choice: 'new keys',
    observes: [],
    change({ keys }) {
      const fresh = new WeakSet<IntegrationKey>()
      return {
        keys: {
          put(partner, slot, platform) {
            const secret = keys.put(partner, slot, platform)
            const key = partner.keys[slot]
            if (key !== undefined && partner.members.length > 0) fresh.add(key)
            return secret
          },
          opens(partner, given, platform) {
            const key = Object.values(partner.keys).find(({ secret }) => secret.is(given))
            const isUnknown =
              key !== undefined && fresh.has(key) && platform.clock.now() < key.createdAt + TEN_SECONDS
            return !isUnknown && keys.opens(partner, given, platform)
          },
        },
      }
    },
  },
  {
    id: 'keys-listed-by-slot',
    says: 'Keys are listed by their slot, with their first and last characters',
    choice: 'key list',
    observes: [],
    change: ({ keys }) => ({
      keys: {
        shown: (partner, platform) =>
          keys
            .shown(partner, platform)
            .map(({ slot, last_four }) => ({ [String(slot)]: `ik_...${last_four}` })),
      },
    }),
  },
  {
    id: 'disabled-accounts-stay-so',
    says: 'An account that was disabled cannot be approved again',
    choice: 'disabled accounts',
    observes: [],
    change: ({ accounts }) => ({ accounts: { from: { ...accounts.from, active: ['pending'] } } }),
  },
  {
    id: 'disabling-ends-credentials',
    says: 'An account that is disabled loses its keys, and its clients turn inactive',
    choice: 'disabled accounts',
    observes: [],
    change: ({ accounts }) => ({
      accounts: {
        decide(partner, to, platform) {
          accounts.decide(partner, to, platform)
          if (to !== 'disabled') return
          for (const slot of Object.keys(partner.keys) as Slot[]) delete partner.keys[slot]
          for (const client of platform.directory.clients.values())
            if (client.partnerId === partner.id) client.status = 'inactive'
        },
      },
    }),
  },
  {
    id: 'accounts-have-two-clients',
    says: 'An account has two clients at most',
    choice: 'clients of an account',
    observes: [],
    change: ({ clients }) => ({
      clients: {
        create(partner, wish, platform) {
          const all = [...platform.directory.clients.values()]
          if (all.filter(({ partnerId }) => partnerId === partner.id).length > 1)
            throw new Refusal('conflict', 'the account has two clients')
          return clients.create(partner, wish, platform)
        },
      },
    }),
  },
  {
    id: 'onboarding-is-for-later-quotes',
    says: 'Onboarding a broker changes nothing for the quotes that it has',
    choice: 'onboarding by the operator',
    observes: ['onboarding-of-the-broker'],
    change: () => ({
      brokers: { onboard: (email, { directory }) => void directory.onboarded.set(email.toLowerCase(), true) },
    }),
  },
]
