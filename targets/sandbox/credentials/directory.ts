import type { IdRules } from '../ids.ts'
import type { Random } from '../random.ts'

export interface Partner {
  readonly id: string
  readonly name: string
  readonly brokerageId: string
  status: 'pending' | 'active' | 'denied' | 'disabled'
  /** Integration keys; a partner holds at most two. */
  readonly keys: { primary: string; secondary?: string }
}

export interface Client {
  readonly id: string
  readonly name: string
  readonly partnerId: string
  readonly secret: string
  status: 'active' | 'inactive'
}

/** Data of the partner portal: accounts, integration keys and M2M clients. */
export interface Directory {
  readonly partners: ReadonlyMap<string, Partner>
  readonly clients: ReadonlyMap<string, Client>
}

const accounts = [
  { name: 'Northlight Brokers', clients: ['Quote service', 'Retired quote service'], status: 'active' },
  { name: 'Harbor Partners', clients: ['Quote desk'], status: 'active' },
  { name: 'Southgate Agency', clients: ['Former quote desk'], status: 'disabled' },
] as const

/** Two active partners with two keys each, and a disabled one; the second client of the first one is inactive. */
export function createDirectory(
  random: Random,
  ids: Pick<IdRules<never>, 'client' | 'clientSecret'>,
): Directory {
  const partners = new Map<string, Partner>()
  const clients = new Map<string, Client>()
  for (const account of accounts) {
    const partner: Partner = {
      id: random.uuid(),
      name: account.name,
      brokerageId: random.uuid(),
      status: account.status,
      keys: { primary: `ik_${random.secret()}`, secondary: `ik_${random.secret()}` },
    }
    partners.set(partner.id, partner)
    for (const [place, name] of account.clients.entries()) {
      const id = ids.client(partner.id, random)
      const status = place === 0 ? 'active' : 'inactive'
      clients.set(id, { id, name, partnerId: partner.id, secret: ids.clientSecret(random), status })
    }
  }
  return { partners, clients }
}

/** The credentials of one client and its partner, as they are handed to a user of the sandbox. */
export interface CredentialSet {
  readonly client_id: string
  readonly client_secret: string
  readonly integration_key: string
  readonly secondary_integration_key?: string
}

export interface SandboxCredentials extends CredentialSet {
  readonly partner_id: string
  readonly inactive_client: { readonly client_id: string; readonly client_secret: string }
  readonly other_partner: CredentialSet & { readonly partner_id: string }
  /** A token of the first partner that is good no longer. */
  readonly expired_token: string
  /** Of an account that is disabled. */
  readonly disabled_partner: CredentialSet
}

/** Everything a user needs to know of a directory, secrets included. */
export function credentialsOf(directory: Directory): Omit<SandboxCredentials, 'expired_token'> {
  const [first, retired, second, former] = [...directory.clients.values()]
  if (first === undefined || retired === undefined || second === undefined || former === undefined)
    throw new RangeError('the directory is incomplete')
  const setOf = (client: Client) => {
    const keys = directory.partners.get(client.partnerId)?.keys
    return {
      partner_id: client.partnerId,
      client_id: client.id,
      client_secret: client.secret,
      integration_key: keys?.primary ?? '',
      ...(keys?.secondary === undefined ? {} : { secondary_integration_key: keys.secondary }),
    }
  }
  return {
    ...setOf(first),
    inactive_client: { client_id: retired.id, client_secret: retired.secret },
    other_partner: setOf(second),
    disabled_partner: setOf(former),
  }
}
