import { randomBytes } from 'node:crypto'
import type { PasswordHash } from '../../../web/passwords.ts'
import type { KeptSession } from '../../../web/sessions.ts'

/** A letter that was not sent: the outbox shows it. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Address that it asks to open. */
  readonly link?: string
  /** Milliseconds since the epoch, by the time of day. */
  readonly at: number
}

/** Permission to set a password, from a letter; kept under the digest of its token. */
export interface PasswordLink {
  /** The key of the password. */
  readonly login: string
  /** Milliseconds since the epoch, by the time of day. */
  readonly until: number
}

/** Everything that the portals keep beside the back office. Its values are JSON and are only set anew, so that any store can keep them. */
export interface PortalData {
  /** By login: `member <email>` of the partner portal, `account <id>` of the webhook portal. */
  readonly passwords: Map<string, PasswordHash>
  readonly passwordLinks: Map<string, PasswordLink>
  readonly sessions: Map<string, KeptSession>
  /** By their number. */
  readonly letters: Map<string, Letter>
  /** Signs the cookies of sessions; at least 32 characters. */
  readonly cookieSecret: string
}

/** Makes the data of portals. `map` returns the map of a name; `secret` asks that its values are stored encrypted. */
export const createPortalData = (
  map: <V>(name: string, form?: { readonly secret?: true }) => Map<string, V>,
  cookieSecret: string,
): PortalData => ({
  passwords: map('portal-passwords'),
  passwordLinks: map('portal-password-links'),
  sessions: map('portal-sessions', { secret: true }),
  // They have links that set passwords.
  letters: map('portal-letters', { secret: true }),
  cookieSecret,
})

/** A new secret that signs cookies. */
export const newCookieSecret = (): string => randomBytes(32).toString('base64url')
