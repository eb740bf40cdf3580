import type { Platform } from '../platform.ts'
import type { AccountStatus, Client, Partner } from './directory.ts'
import { SLOTS, type Slot } from './directory.ts'
import { found, type Given, Refusal, textOf } from './refusal.ts'

/**
 * Carries out a request of an operator and returns what a portal shows of it, as JSON.
 *
 * @throws Refusal
 */
export type OfficeAction = (given: Given, platform: Platform) => object

export const givenPartner = (given: Given, { directory }: Platform): Partner => {
  const id = textOf(given, 'partner_id')
  return found(directory.partners.get(id), `there is no partner ${id}`)
}

const clientOf = (given: Given, { directory }: Platform): Client => {
  const id = textOf(given, 'client_id')
  return found(directory.clients.get(id), `there is no client ${id}`)
}

/** Reads an email address; only its outer form is checked. */
export function emailOf(given: Given, name: string): string {
  const email = textOf(given, name)
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal('invalid', `${name} must be an email address`, name)
  return email
}

const isSlot = (text: string): text is Slot => SLOTS.some((slot) => slot === text)

function slotOf(given: Given): Slot {
  const slot = textOf(given, 'slot')
  if (!isSlot(slot)) throw new Refusal('invalid', `slot must be ${SLOTS.join(' or ')}`)
  return slot
}

/** Registers an organization; the account waits for the operator (5.rule.8). */
export const registerPartner: OfficeAction = (given, platform) => {
  const details = {
    companyName: textOf(given, 'company_name'),
    contactName: textOf(given, 'contact_name'),
    email: emailOf(given, 'email'),
    password: textOf(given, 'password'),
  }
  const { accounts } = platform.behaviour
  return accounts.shown(accounts.register(details, platform), platform)
}

/** Carries out the operator's decision about an account. */
export const decidePartner =
  (to: Exclude<AccountStatus, 'pending'>): OfficeAction =>
  (given, platform) => {
    const partner = givenPartner(given, platform)
    platform.behaviour.accounts.decide(partner, to, platform)
    return platform.behaviour.accounts.shown(partner, platform)
  }

export const showPartner: OfficeAction = (given, platform) => ({
  partner: platform.behaviour.accounts.shown(givenPartner(given, platform), platform),
})

/** Finds the account that gets the credentials. */
function holderOf(given: Given, platform: Platform): Partner {
  const partner = givenPartner(given, platform)
  if (platform.behaviour.clients.mayCreate(partner)) return partner
  throw new Refusal('conflict', `an account that is ${partner.status} gets no credentials`)
}

export const createClient: OfficeAction = (given, platform) => {
  const { clients } = platform.behaviour
  const { description } = given
  const isDescribed = description !== undefined && description !== null && description !== ''
  const wish = {
    name: textOf(given, 'name'),
    ...(isDescribed ? { description: textOf(given, 'description') } : {}),
  }
  const { made, secret } = clients.create(holderOf(given, platform), wish, platform)
  return { ...clients.shown(made, platform), client_id: made.id, client_secret: secret }
}

export const showClient: OfficeAction = (given, platform) => ({
  client: platform.behaviour.clients.shown(clientOf(given, platform), platform),
})

export const setClient =
  (status: Client['status']): OfficeAction =>
  (given, platform) => {
    const client = clientOf(given, platform)
    platform.behaviour.clients.setStatus(client, status, platform)
    return platform.behaviour.clients.shown(client, platform)
  }

export const createKey: OfficeAction = (given, platform) => {
  const partner = holderOf(given, platform)
  const { keys } = platform.behaviour
  const slot = keys.free(partner)
  if (slot === undefined) throw new Refusal('conflict', 'the account has a primary and a secondary key')
  return { slot, integration_key: keys.put(partner, slot, platform) }
}

export const rotateKey: OfficeAction = (given, platform) => {
  const [partner, slot] = [holderOf(given, platform), slotOf(given)]
  if (partner.keys[slot] === undefined) throw new Refusal('conflict', `there is no ${slot} key`)
  return { slot, integration_key: platform.behaviour.keys.put(partner, slot, platform) }
}

export const listKeys: OfficeAction = (given, platform) => ({
  keys: platform.behaviour.keys.shown(givenPartner(given, platform), platform),
})

export const createWebhookKey: OfficeAction = (given, platform) => {
  const { webhookKeys } = platform.behaviour
  const { made, secret } = webhookKeys.create(holderOf(given, platform), platform)
  return { ...webhookKeys.shown(made, platform), webhook_key: secret }
}

export const revokeWebhookKey: OfficeAction = (given, platform) => {
  const id = textOf(given, 'webhook_key_id')
  const key = found(platform.directory.webhookKeys.get(id), `there is no webhook key ${id}`)
  platform.behaviour.webhookKeys.revoke(key, platform)
  return platform.behaviour.webhookKeys.shown(key, platform)
}

export const registerPortalAccount: OfficeAction = (given, platform) => {
  const { webhookKeys } = platform.behaviour
  const details = { email: emailOf(given, 'email'), password: textOf(given, 'password') }
  const key = webhookKeys.opening(textOf(given, 'webhook_key'), platform)
  if (key === undefined)
    throw new Refusal('conflict', 'the webhook key is none, or was revoked', 'webhook_key')
  const { id, email } = webhookKeys.openAccount(key, details, platform)
  return { account_id: id, email }
}

export const addBroker: OfficeAction = (given, platform) => {
  const details = { name: textOf(given, 'name'), email: textOf(given, 'email') }
  return { broker_id: platform.behaviour.brokers.add(details, platform).id }
}

export const onboardBroker: OfficeAction = (given, platform) => {
  const email = emailOf(given, 'broker_email')
  platform.behaviour.brokers.onboard(email, platform)
  return { broker_email: email, onboarded: true }
}
