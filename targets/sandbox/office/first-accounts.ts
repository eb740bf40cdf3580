import type { Platform } from '../platform.ts'
import type { Partner } from './directory.ts'

/** The credentials of one client and its partner, for a user of the sandbox. */
interface CredentialSet {
  readonly client_id: string
  readonly client_secret: string
  readonly integration_key: string
  readonly secondary_integration_key?: string
}

interface PartnerCredentials extends CredentialSet {
  readonly partner_id: string
}

/** Credentials of the first accounts, as shown when these are created. */
export interface SandboxCredentials extends PartnerCredentials {
  readonly inactive_client: { readonly client_id: string; readonly client_secret: string }
  readonly other_partner: PartnerCredentials
  /** Credentials of an account that is disabled. */
  readonly disabled_partner: PartnerCredentials
}

/** Creates two active partners with two keys each, and a disabled one. The first partner's second client is inactive. */
export function openFirstAccounts(platform: Platform): SandboxCredentials {
  const { clients } = platform.behaviour
  const own = open('Northlight Brokers', 'Quote service', platform)
  const retired = clients.create(own.partner, { name: 'Retired quote service' }, platform)
  clients.setStatus(retired.made, 'inactive', platform)
  const other = open('Harbor Partners', 'Quote desk', platform)
  const former = open('Southgate Agency', 'Former quote desk', platform)
  former.partner.status = 'disabled'
  return {
    ...own.credentials,
    inactive_client: { client_id: retired.made.id, client_secret: retired.secret },
    other_partner: other.credentials,
    disabled_partner: former.credentials,
  }
}

function open(
  company: string,
  clientName: string,
  platform: Platform,
): { readonly partner: Partner; readonly credentials: PartnerCredentials } {
  const { random, clock, directory, behaviour } = platform
  const partner: Partner = {
    id: random.uuid(),
    name: company,
    brokerageId: random.uuid(),
    registeredAt: clock.now(),
    members: [],
    status: 'active',
    keys: {},
  }
  directory.partners.set(partner.id, partner)
  const primary = behaviour.keys.put(partner, 'primary', platform)
  const secondary = behaviour.keys.put(partner, 'secondary', platform)
  const client = behaviour.clients.create(partner, { name: clientName }, platform)
  const credentials = {
    partner_id: partner.id,
    client_id: client.made.id,
    client_secret: client.secret,
    integration_key: primary,
    secondary_integration_key: secondary,
  }
  return { partner, credentials }
}
