import { isObject } from '../../../conformance/json/object.ts'
import type { JsonConversion, Keeping } from '../keeping/keeping.ts'
import type {
  Client,
  Directory,
  IntegrationKey,
  Member,
  Partner,
  PortalAccount,
  WebhookKey,
} from './directory.ts'
import { SealedSecret, type StoredSecret } from './sealed-secret.ts'

/** The directory with everything that a keeping has of it. */
export const createDirectory = (keeping: Keeping): Directory => ({
  partners: keeping.map('partners', partnerForm),
  clients: keeping.map('clients', secretForm<Client>()),
  webhookKeys: keeping.map('webhook-keys', secretForm<WebhookKey>()),
  portalAccounts: keeping.map('portal-accounts', passwordForm<PortalAccount>()),
  onboarded: keeping.map('onboarded'),
})

/** A value as it is stored: of its secrets only digests. */
type Stored<T> = { readonly [K in keyof T]: T[K] extends SealedSecret ? StoredSecret : T[K] }

function hashed(value: unknown): unknown {
  if (value instanceof SealedSecret) return value.stored()
  if (Array.isArray(value)) return value.map(hashed)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hashed(member)]))
}

const withSecret = <T extends { readonly secret: SealedSecret }>(stored: Stored<T>): T =>
  ({ ...stored, secret: SealedSecret.from(stored.secret as StoredSecret) }) as unknown as T

const withPassword = <T extends { readonly password: SealedSecret }>(stored: Stored<T>): T =>
  ({ ...stored, password: SealedSecret.from(stored.password as StoredSecret) }) as unknown as T

function secretForm<T extends { readonly secret: SealedSecret }>(): JsonConversion<T> {
  return { write: hashed, read: (stored: Stored<T>) => withSecret<T>(stored) }
}

function passwordForm<T extends { readonly password: SealedSecret }>(): JsonConversion<T> {
  return { write: hashed, read: (stored: Stored<T>) => withPassword<T>(stored) }
}

interface StoredPartner extends Omit<Partner, 'members' | 'keys'> {
  readonly members: readonly Stored<Member>[]
  readonly keys: Readonly<Record<string, Stored<IntegrationKey>>>
}

const partnerForm: JsonConversion<Partner> = {
  write: hashed,
  read: ({ members, keys, ...rest }: StoredPartner) => ({
    ...rest,
    members: members.map((member) => withPassword<Member>(member)),
    keys: Object.fromEntries(
      Object.entries(keys).map(([slot, key]) => [slot, withSecret<IntegrationKey>(key)]),
    ),
  }),
}
