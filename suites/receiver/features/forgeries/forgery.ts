import type { Framing } from '../../../../conformance/ports/receiver.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Changes, Draft, Sign } from '../../vocabulary/draft.ts'

/** Material of a forgery. */
export interface Means {
  readonly sign: Sign
  /** The draft's right signature, in lower-case hex. */
  readonly signature: string
  /** A word of no use that stands for a secret, and is searched for in all that a run writes. */
  readonly canary: string
  /** Another event that was delivered rightly just before, with its signature. */
  readonly other: Draft & { readonly signature: string }
}

/** One way to forge a delivery (R30). */
export interface Forgery {
  /** The event that is forged; default a plain one of the type at hand. */
  readonly draft?: (context: ReceiverContext) => Draft
  readonly framing?: Framing
  /** Its rightly signed counterpart need not be accepted: only a forgery that is accepted says something. */
  readonly isOpen?: boolean
  /** The requirement that it must be refused by. */
  readonly requirement: string
  readonly name: string
  /** Only strengthens what others of its requirement show: left out where a receiver is slow. */
  readonly variant?: boolean
  forge(draft: Draft, means: Means): Changes
}

/** Ways to forge that belong to one requirement; all but the first are variants. */
export function forgeries(
  requirement: string,
  ways: Readonly<Record<string, Forgery['forge']>>,
): readonly Forgery[] {
  return Object.entries(ways).map(([name, forge], index) => ({
    requirement,
    name,
    forge,
    ...(index > 0 && { variant: true }),
  }))
}

/** The text with the lowest bit of the character at a place turned over; digits stay digits, letters mostly letters. */
export function withBitTurned(text: string, at: number): string {
  const place = at < 0 ? text.length + at : at
  const turned = String.fromCharCode(text.charCodeAt(place) ^ 1)
  return text.slice(0, place) + turned + text.slice(place + 1)
}
