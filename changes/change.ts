/** Effect of a change on whoever is at one end: they may break, they go on as before, or it does not concern them. */
export type Effect = 'breaking' | 'compatible' | 'none'

/** One change between two descriptions. */
export interface Change {
  /** Stable name of its kind, in kebab case: `enum-value-added`. */
  readonly kind: string
  /** JSON Pointer of the place: in the new document, in the old one where the place is gone. */
  readonly at: string
  /** Operations, messages and webhooks in which the place plays a part: `POST /submit request`. */
  readonly within: readonly string[]
  /** For clients that call the API. */
  readonly client: Effect
  /** For receivers of its webhooks. */
  readonly receiver: Effect
  /** A sentence: what changed, and why it has this effect. */
  readonly reason: string
}

/** Who is at the other end of the platform. */
export type Audience = 'client' | 'receiver'

/** The direction in which a message flows, seen from the platform. */
export type Flow = 'in' | 'out'

/** A difference between two sets of allowed messages, before it is known which way they flow. */
export interface Difference {
  readonly kind: string
  readonly at: string
  readonly what: string
  /** Something that was allowed is no longer. */
  readonly lost: boolean
  /** Something is allowed that was not. */
  readonly gained: boolean
}

/** Sorts the worst first. */
export const EFFECTS: readonly Effect[] = ['breaking', 'compatible', 'none']

export const worst = ({ client, receiver }: Pick<Change, Audience>): Effect =>
  EFFECTS.find((effect) => effect === client || effect === receiver) ?? 'none'
