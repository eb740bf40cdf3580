import type { SealedSecret } from './sealed-secret.ts'

/** The statuses of a partner account (2.6). */
export type AccountStatus = 'pending' | 'active' | 'denied' | 'disabled'

/** `Partner` views and manages keys, `Admin` manages the team as well. */
export type Role = 'Partner' | 'Admin'

export const ROLES: readonly Role[] = ['Partner', 'Admin']

/** A person who signs in at the partner portal. */
export interface Member {
  readonly name: string
  readonly email: string
  role: Role
  readonly password: SealedSecret
}

/** The two slots for integration keys. */
export type Slot = 'primary' | 'secondary'

export const SLOTS: readonly Slot[] = ['primary', 'secondary']

export interface IntegrationKey {
  readonly secret: SealedSecret
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** A partner account with its integration keys. */
export interface Partner {
  readonly id: string
  /** Name of the company. */
  readonly name: string
  readonly brokerageId: string
  /** Milliseconds since the epoch. */
  readonly registeredAt: number
  /** The first member registered the account. */
  readonly members: Member[]
  status: AccountStatus
  readonly keys: Partial<Record<Slot, IntegrationKey>>
}

export interface Client {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly partnerId: string
  readonly secret: SealedSecret
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  status: 'active' | 'inactive'
}

/** A token for creating accounts of the webhook portal; it signs nothing. */
export interface WebhookKey {
  readonly id: string
  readonly partnerId: string
  readonly secret: SealedSecret
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  status: 'active' | 'revoked'
}

/** A person who signs in at the webhook portal. */
export interface PortalAccount {
  readonly id: string
  readonly partnerId: string
  readonly email: string
  readonly password: SealedSecret
}

/** Everything that the partner portal and the webhook portal store, except for endpoints and their deliveries. */
export interface Directory {
  /** Each of these maps is by id. */
  readonly partners: Map<string, Partner>
  readonly clients: Map<string, Client>
  readonly webhookKeys: Map<string, WebhookKey>
  readonly portalAccounts: Map<string, PortalAccount>
  /** Addresses of brokers that were onboarded, in lower case. */
  readonly onboarded: Map<string, true>
}
