import type { Attempts } from '../../../web/limits.ts'
import type { Passwords } from '../../../web/passwords.ts'
import type { DeliveryQueue } from '../deliveries/sender.ts'
import type { Platform } from '../platform.ts'
import type { Letter, PortalData } from './data.ts'

/** Addresses and secrets that are known once the sandbox listens. */
export interface SiteFacts {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  readonly controlSecret: string
  readonly descriptionUrl: string
  readonly controlDescriptionUrl: string
  readonly credentials: Readonly<Record<string, unknown>>
  readonly submission: Readonly<Record<string, unknown>>
}

/** Everything that pages are made from. */
export interface Site {
  readonly platform: Platform
  readonly queue: DeliveryQueue
  readonly data: PortalData
  readonly passwords: Passwords
  readonly attempts: Attempts
  /** Text of the OpenAPI document that is published. */
  readonly description: string
  /** The time of day in milliseconds since the epoch; the sandbox's clock is another one, since it can be moved. */
  now(): number
  facts(): SiteFacts
  /** The line for a shell that passes deliveries on to a receiver which the sandbox does not reach. */
  listenLine?(): string
}

/** The most letters that the outbox keeps. */
const MOST_LETTERS = 500

/** Puts a letter into the outbox. */
export function post({ data: { letters }, now }: Site, letter: Omit<Letter, 'at'>): void {
  const kept = [...letters]
  const [last = '0'] = kept.at(-1) ?? []
  letters.set(String(Number(last) + 1), { ...letter, at: now() })
  const [oldest = ''] = kept[0] ?? []
  if (kept.length >= MOST_LETTERS) letters.delete(oldest)
}
