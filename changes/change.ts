/**
 * Effect of a change on a client or receiver: it may break, this tool cannot tell, it keeps working, or it is not affected.
 */
export type Effect = 'breaking' | 'not-understood' | 'compatible' | 'none'

/** One change between two descriptions. */
export interface Change {
  /** Stable name of the kind of change, in kebab case: `enum-value-added`. */
  readonly kind: string
  /** JSON Pointer to the place: in the new document, or in the old one where the place was removed. */
  readonly at: string
  /** Operations, messages and webhooks that use the place: `POST /submit request`. */
  readonly within: readonly string[]
  /** Effect on clients that call the API. */
  readonly client: Effect
  /** Effect on receivers of its webhooks. */
  readonly receiver: Effect
  /** A sentence that says what changed, and why it has this effect. */
  readonly reason: string
}

/** Who communicates with the platform. */
export type Audience = 'client' | 'receiver'

/** The direction in which a message flows, seen from the platform. */
export type Flow = 'in' | 'out'

/** A difference between two sets of allowed messages, independent of their direction. */
export interface Difference {
  readonly kind: string
  readonly at: string
  readonly what: string
  /** True where a value that was allowed no longer is. */
  readonly lost: boolean
  /** True where a value is allowed that was not. */
  readonly gained: boolean
  /** True where nobody knows: then `lost` and `gained` are true as well, so that no caller takes it for equal. */
  readonly unknown?: true
}

/** All effects, the worst first. */
export const EFFECTS: readonly Effect[] = ['breaking', 'not-understood', 'compatible', 'none']

/** The difference of a part whose meaning this tool does not know. */
export const unknownDifference = (at: string, what: string): Difference => ({
  ...{ kind: 'not-understood', at, what, lost: true, gained: true, unknown: true },
})

export const worst = ({ client, receiver }: Pick<Change, Audience>): Effect =>
  EFFECTS.find((effect) => effect === client || effect === receiver) ?? 'none'
