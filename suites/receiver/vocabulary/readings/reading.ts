import type { EventBody } from '../../../../generators/events.ts'

/** The requirement family under which a valid event in an unusual notation must verify. */
export type Notation = 'whitespace' | 'order' | 'escapes' | 'letters' | 'number'

/**
 * Two bodies that are one and the same to a receiver that verifies what it reads instead of the bytes that came. Sent under the
 * signature of `plain`, `other` is a forgery (6.signature.1, R30).
 */
export interface Reading {
  /** The change that the receiver makes in a body before it verifies it. */
  readonly name: string
  /** The body that such a reading leaves as it is. */
  readonly plain: string
  /** The body that such a reading turns into `plain`. */
  readonly other: string | Uint8Array
  /** The media type under which `other` is sent; default the usual one. */
  readonly contentType?: string
  /** Set where `other` is a valid event too: correctly signed, it must verify, and such a reading breaks it. */
  readonly event?: Notation
}

/** The event of a customer with another name. */
export const named = (event: EventBody, name: string): EventBody => ({
  ...event,
  data: { ...event.data, customer: { name, email: 'contact@example.com' } },
})

/** The bytes of a text, in which each `%XX` is one byte. */
export function bytes(text: string): Uint8Array {
  const parts = text.split(/%([0-9A-F]{2})/)
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')))
}
