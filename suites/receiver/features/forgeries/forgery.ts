import type { Framing } from '../../../../conformance/ports/receiver.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Changes, Draft, Sign } from '../../vocabulary/drafts/draft.ts'

/** Inputs for making a forgery. */
export interface ForgeryInputs {
  readonly sign: Sign
  /** The draft's right signature, in lower-case hex. */
  readonly signature: string
  /** A canary: a fake secret that is searched for in all files of the run. */
  readonly canary: string
  /** Another event that was validly delivered just before, with its signature. */
  readonly other: Draft & { readonly signature: string }
}

/** A draft that may bring the changes that forge it. */
export type Forged = Draft & { readonly changes?: Changes }

/** One way to forge a delivery (R30). */
export interface Forgery {
  /** The event that is forged; default a plain event of the type in turn. */
  readonly draft?: (context: ReceiverContext) => Forged
  readonly framing?: Framing
  /** True where the valid counterpart need not be accepted. Then only an accepted forgery decides anything. */
  readonly isOpen?: boolean
  /** The requirement that says that the forgery must be refused. */
  readonly requirement: string
  readonly name: string
  /** Only strengthens other forgeries of its requirement, so it is left out where a receiver is slow. */
  readonly variant?: boolean
  /** True where one forged delivery is enough: of one type in turn, neither sent again nor under an id of its own. */
  readonly isBrief?: true
  forge(draft: Forged, inputs: ForgeryInputs): Changes
}

/** Ways to forge for one requirement; all but the first are variants. */
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

/** The text with the lowest bit of one character flipped. Digits stay digits, and letters mostly stay letters. */
export function withBitTurned(text: string, at: number): string {
  const place = at < 0 ? text.length + at : at
  const turned = String.fromCharCode(text.charCodeAt(place) ^ 1)
  return text.slice(0, place) + turned + text.slice(place + 1)
}
