/** The reason for a refusal: the request is wrong, its subject does not exist, or the present state does not allow it. */
type RefusalKind = 'invalid' | 'unknown' | 'conflict'

/** A request that cannot be carried out; its message is the answer. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  /** The value that is wrong, where it is one. */
  readonly at: string | undefined

  constructor(kind: RefusalKind, message: string, at?: string) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.at = at
  }
}

/** A request of an operator, as named values. */
export type Given = Readonly<Record<string, unknown>>

/**
 * Returns a value that was looked up.
 *
 * @throws Refusal when there is none
 */
export function found<T>(thing: T | undefined, message: string): T {
  if (thing === undefined) throw new Refusal('unknown', message)
  return thing
}

/**
 * Returns a value that must be a non-empty text.
 *
 * @throws Refusal
 */
export function textOf(given: Given, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refusal('invalid', `${name} must be a text`, name)
  return value
}
