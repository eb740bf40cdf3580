import { REDACTED } from '../../conformance/exchange.ts'
import { type DecodedText, decodings, hexRuns } from './decoding.ts'
import { isSecretName, withoutFields } from './fields.ts'
import { NeedleIndex, type TextRange } from './needle-index.ts'
import { hexNeedlesOf, needlesOf } from './needles.ts'

export { isSecretName } from './fields.ts'

/** Shorter secrets also occur in ordinary words; they are only replaced where a secret is expected. */
const MIN_LENGTH = 4
/** Longer secrets are found by their beginning. */
const MOST_CHARACTERS = 16 * 1024
/** Most secrets that are known; if a target shows more, those are no credentials of this run. */
const MOST_SECRETS = 20_000
const MOST_OF_ONE_ANSWER = 1000
/** Most header names in the cache, and most values of each. */
const MOST_HEADERS = 100
const SECRET_HEADER = /^(authorization|proxy-authorization|x-integration-key)$/i

/** Replaces secrets in all evidence; nothing else does. It learns new ones during a run. */
export class Redactor {
  readonly #known = new Set<string>()
  readonly #index = new NeedleIndex()
  readonly #hex = new NeedleIndex()
  /** A cache of redacted headers: most requests have the same ones. */
  readonly #headers = new Map<string, Map<string, string>>()

  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) this.add(secret)
  }

  /** Replaces the secret from now on, in any form. */
  add(secret: string): void {
    if (secret === '' || this.#known.has(secret) || this.#known.size >= MOST_SECRETS) return
    this.#known.add(secret)
    this.#headers.clear()
    // Half of a surrogate pair cannot be encoded.
    const known = secret.slice(0, MOST_CHARACTERS).toWellFormed()
    if (known.length < MIN_LENGTH) return
    for (const needle of needlesOf(known)) this.#index.add(needle)
    for (const needle of hexNeedlesOf(known)) this.#hex.add(needle)
  }

  /** How many secrets are known. */
  get size(): number {
    return this.#known.size
  }

  /** Makes a redactor that knows only the secrets that were added after the first `count`. */
  after(count: number): Redactor {
    return new Redactor([...this.#known].slice(count))
  }

  /** Learns every text in a JSON value that is below a key for a secret, at any depth. */
  learn(value: unknown): void {
    const open: { readonly value: object; readonly secret: boolean }[] = []
    let learned = 0
    const check = (inner: unknown, secret: boolean) => {
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, secret })
      if (typeof inner !== 'string' || !secret || learned === MOST_OF_ONE_ANSWER) return
      learned += 1
      this.add(inner)
    }
    check(value, false)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { value: here, secret } = next
      // A list may have a million items, so it is not copied.
      if (Array.isArray(here)) for (const inner of here) check(inner, secret)
      else for (const [key, inner] of Object.entries(here)) check(inner, secret || isSecretName(key))
    }
  }

  /** The text with every known secret replaced. */
  text(text: string): string {
    let found: TextRange[] = [...this.#index.find(text)]
    for (const view of decodings(text)) found = [...found, ...placesOf(view, this.#index)]
    for (const run of hexRuns(text)) found = [...found, ...placesOf(run, this.#hex)]
    return replaced(text, found)
  }

  /** The text with known secrets and the values of secret fields replaced; the type of these stays visible. */
  fields(text: string): string {
    return withoutFields(this.text(text), REDACTED)
  }

  /** A header's value without secrets; in a header for credentials also without the short ones. */
  header(name: string, value: string): string {
    const known = this.#headers.get(name)?.get(value)
    if (known !== undefined) return known
    if (this.#headers.size >= MOST_HEADERS) this.#headers.clear()
    const values = this.#headers.get(name) ?? new Map<string, string>()
    if (values.size >= MOST_HEADERS) values.clear()
    const redacted = this.#header(name, value)
    this.#headers.set(name, values.set(value, redacted))
    return redacted
  }

  #header(name: string, value: string): string {
    if (/^set-cookie$/i.test(name)) return this.text(value).replace(/=[^;]+/, `=${REDACTED}`)
    if (!SECRET_HEADER.test(name)) return this.text(value)
    const parts = this.text(value).split(' ')
    return parts.map((part) => (this.#known.has(part) ? REDACTED : part)).join(' ')
  }

  /** Bytes that are no text, with the secrets replaced that can be read in them. */
  bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1')
    const clean = this.text(text)
    return clean === text ? bytes : Buffer.from(clean, 'latin1')
  }
}

/** Finds needles in a view, as places of the first text. */
const placesOf = ({ text, from }: DecodedText, index: NeedleIndex): readonly TextRange[] =>
  index.find(text).map(([start, end]) => [from(start), from(end)] as const)

function replaced(text: string, found: readonly TextRange[]): string {
  if (found.length === 0) return text
  let out = ''
  let kept = 0
  for (const [from, to] of [...found].sort(([one], [other]) => one - other)) {
    if (to <= kept) continue
    // A place that overlaps the one before is merged with it.
    if (from >= kept) out += text.slice(kept, from) + REDACTED
    kept = to
  }
  return out + text.slice(kept)
}
