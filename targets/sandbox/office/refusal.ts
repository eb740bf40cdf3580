/** Why something is not done: what was asked for is wrong, is not there, or does not go with how things stand. */
type RefusalKind = 'invalid' | 'unknown' | 'conflict'

/** A request that cannot be carried out: whoever asked gets the reason. */
export class Refusal extends Error {
  readonly kind: RefusalKind

  constructor(kind: RefusalKind, message: string) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
  }
}

/** A request of an operator, as named values. */
export type Given = Readonly<Record<string, unknown>>

/**
 * Returns a thing that was looked for.
 *
 * @throws Refusal when it is not there
 */
export function found<T>(thing: T | undefined, message: string): T {
  if (thing === undefined) throw new Refusal('unknown', message)
  return thing
}

/**
 * Returns a value that must be a text with something in it.
 *
 * @throws Refusal
 */
export function textOf(given: Given, name: string): string {
  const value = given[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal('invalid', `${name} must be a text`)
  return value
}
