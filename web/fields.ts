/** A field of a form: how it is shown and what it accepts. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'email' | 'password' | 'url' | 'number' | 'long' | 'choice' | 'choices'
  /** Values of a choice, with their labels. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** May be left empty. */
  readonly optional?: true
  readonly hint?: string
  /** The kind of value that a browser fills in. */
  readonly autocomplete?: string
  /** The fewest and the most characters, or the lowest and the highest number. */
  readonly least?: number
  readonly most?: number
  /** Stands in the field before anything is typed. */
  readonly value?: string
}

/** The typed values, by the names of the fields; a field of several choices has a list. */
export type Typed = Readonly<Record<string, string | readonly string[]>>

export interface ReadForm {
  readonly typed: Typed
  /** The problem of a field, by its name, as a sentence. */
  readonly problems: Readonly<Record<string, string>>
}

/** The most characters of a field that states no other number. */
const MOST_CHARACTERS = 200

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? textOf(value[0]) : ''

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)

/** Reads the fields of a form from the body of a request. */
export function readFields(fields: readonly Field[], body: unknown): ReadForm {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const typed: Record<string, string | readonly string[]> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const { name, kind } = field
    const value = kind === 'choices' ? listOf(sent[name]) : textOf(sent[name])
    // A space at an end of a password is part of it.
    typed[name] = typeof value === 'string' && kind !== 'password' && kind !== 'long' ? value.trim() : value
    const problem = problemOf(field, typed[name])
    if (problem !== undefined) problems[name] = problem
  }
  return { typed, problems }
}

function problemOf(field: Field, value: string | readonly string[]): string | undefined {
  const { kind, optional, options = [] } = field
  if (value.length === 0 || (typeof value === 'string' && value.trim() === '')) {
    if (optional) return undefined
    return kind === 'choice' || kind === 'choices' ? 'Choose one.' : 'This is needed.'
  }
  const isOffered = (one: string) => options.some(([offered]) => offered === one)
  if (typeof value !== 'string') return value.every(isOffered) ? undefined : 'Choose what is offered.'
  if (kind === 'choice') return isOffered(value) ? undefined : 'Choose what is offered.'
  return kind === 'number' ? numberProblem(field, value) : textProblem(field, value)
}

function numberProblem({ least = 0, most = Number.MAX_SAFE_INTEGER }: Field, value: string) {
  const number = Number(value)
  if (!Number.isInteger(number)) return 'Enter a whole number.'
  return number < least || number > most ? `Enter a number from ${least} to ${most}.` : undefined
}

function textProblem({ kind, least = 0, most = MOST_CHARACTERS }: Field, value: string) {
  if (value.length < least) return `Use at least ${least} characters.`
  if (value.length > most) return `Use at most ${most} characters.`
  if (kind === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value)) return 'Enter an e-mail address.'
  const isWeb = /^https?:\/\//i.test(value) && URL.canParse(value)
  return kind === 'url' && !isWeb ? 'Enter an address that begins with https:// or http://.' : undefined
}
