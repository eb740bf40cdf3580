import type { Broker } from '../events/broker.ts'
import type { Endpoint } from '../events/endpoint.ts'
import type { AccountStatus, Client, Partner, PortalAccount, Slot, WebhookKey } from './directory.ts'

/** A new item with its secret, which is shown only this once. */
export interface MadeWithSecret<T> {
  readonly made: T
  readonly secret: string
}

/** An item as a portal shows it. */
export type Shown = Readonly<Record<string, unknown>>

/** Details of an organization that registers (5.rule.8). */
export interface Registration {
  readonly companyName: string
  readonly contactName: string
  readonly email: string
  readonly password: string
}

/** Partner accounts. */
export interface AccountRules<P> {
  /** The status of a new account. */
  readonly first: AccountStatus
  /** Statuses in which the operator may make each decision. */
  readonly from: Readonly<Record<Exclude<AccountStatus, 'pending'>, readonly AccountStatus[]>>
  register(details: Registration, platform: P): Partner
  /** Carries out a decision of the operator. */
  decide(partner: Partner, to: Exclude<AccountStatus, 'pending'>, platform: P): void
  shown(partner: Partner, platform: P): Shown
}

/** M2M clients. */
export interface ClientRules<P> {
  /** Says whether an account may have new credentials. */
  mayCreate(partner: Partner): boolean
  create(
    partner: Partner,
    wish: { readonly name: string; readonly description?: string },
    platform: P,
  ): MadeWithSecret<Client>
  setStatus(client: Client, status: Client['status'], platform: P): void
  shown(client: Client, platform: P): Shown
}

/** Integration keys. */
export interface KeyRules<P> {
  /** The slot for a new key; undefined when there is none. */
  free(partner: Partner): Slot | undefined
  /** Makes a key and puts it into a slot; it replaces the one that was there. */
  put(partner: Partner, slot: Slot, platform: P): string
  /** Says whether a text is one of a partner's keys. */
  opens(partner: Partner, given: string, platform: P): boolean
  shown(partner: Partner, platform: P): readonly Shown[]
}

/** Webhook keys and the accounts that they open. */
export interface WebhookKeyRules<P> {
  create(partner: Partner, platform: P): MadeWithSecret<WebhookKey>
  revoke(key: WebhookKey, platform: P): void
  /** The key with a text, if it opens accounts. */
  opening(given: string, platform: P): WebhookKey | undefined
  openAccount(
    key: WebhookKey,
    details: { readonly email: string; readonly password: string },
    platform: P,
  ): PortalAccount
  shown(key: WebhookKey, platform: P): Shown
}

export interface BrokerRules<P> {
  /** Adds a broker, which emits `broker.added`. */
  add(details: { readonly name: string; readonly email: string }, platform: P): Broker
  /** Onboards the broker with an address. */
  onboard(email: string, platform: P): void
  isOnboarded(email: string, platform: P): boolean
}

/** The delivery log, as the webhook portal shows it. */
export interface LogRules<P> {
  /** Every event that was to be delivered to an endpoint, with its attempts, in order. */
  shown(endpoint: Endpoint, platform: P): readonly Shown[]
}
