import { formsOf } from './secret-forms.ts'

export const REDACTED = '[redacted]'
/** Shorter secrets would make holes in innocent words; they are only taken out of the places where secrets stand. */
const MIN_LENGTH = 4
/** Names, and values of each, that are remembered. */
const MOST_HEADERS = 100
/** Three shifts by five bits push a character out. */
const ROLL_MASK = 0x7fff

const FIELD =
  '(?:[\\w-]*(?:secret|password|api_?key|integration_?key)|access_?token|refresh_?token|id_?token|client_assertion)'
const IN_JSON = new RegExp(`("${FIELD}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)+(?:"|$)|(-?\\d[\\d.eE+-]*))`, 'gi')
const IN_FORM = new RegExp(`(^|[?&\\s])(${FIELD}=)[^&\\s"#]+`, 'gi')
const FIELD_MARK = /["=]/
const SECRET_NAME = new RegExp(`^${FIELD}$`, 'i')
const SECRET_HEADER = /^(authorization|proxy-authorization|x-integration-key)$/i

/** True for the name of a field whose value is a secret by its very place. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** The one place that takes secrets out of evidence. It learns new ones while a run goes on. */
export class Redactor {
  readonly #known = new Set<string>()
  /** Forms of secrets by their first characters, longest first, so that the cost does not grow with their number. */
  readonly #forms = new Map<string, string[]>()
  /** Which first three characters there are at all: most places in a text are passed over by this alone. */
  readonly #starts = new Uint8Array(ROLL_MASK + 1)

  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) this.add(secret)
  }

  /** From now on the secret is taken out, in all its forms. */
  add(secret: string): void {
    if (secret === '' || this.#known.has(secret)) return
    this.#known.add(secret)
    this.#headers.clear()
    if (secret.length < MIN_LENGTH) return
    for (const form of formsOf(secret)) {
      const start = form.slice(0, MIN_LENGTH)
      this.#starts[rolled(rolled(rolled(0, form, 0), form, 1), form, 2)] = 1
      const longestFirst = [...(this.#forms.get(start) ?? []), form].sort((a, b) => b.length - a.length)
      this.#forms.set(start, longestFirst)
    }
  }

  /** Learns every text in a JSON value that stands under the name of a secret, however deep. */
  learn(value: unknown, secret = false): void {
    if (typeof value === 'string' && secret) this.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) this.learn(inner, secret || isSecretName(key))
  }

  /** The text without any known secret. */
  text(text: string): string {
    let out = ''
    let kept = 0
    const starts = this.#starts
    let roll = 0
    for (let third = 0; third < text.length; third += 1) {
      roll = rolled(roll, text, third)
      const at = third - 2
      if (starts[roll] === 0 || at < kept) continue
      const form = this.#forms.get(text.slice(at, at + MIN_LENGTH))?.find((one) => text.startsWith(one, at))
      if (form === undefined) continue
      out += text.slice(kept, at) + REDACTED
      kept = at + form.length
    }
    return kept === 0 ? text : out + text.slice(kept)
  }

  /** The text without known secrets and without whatever stands in the fields of secrets; their type stays visible. */
  fields(text: string): string {
    const known = this.text(text)
    // An address without a query has no fields, and nearly every request has one.
    if (!FIELD_MARK.test(known)) return known
    return known
      .replace(
        IN_JSON,
        (_, name: string, number?: string) => `${name}${number === undefined ? `"${REDACTED}"` : '0'}`,
      )
      .replace(IN_FORM, `$1$2${REDACTED}`)
  }

  /** Headers as they were redacted lately: most requests have the same ones. */
  readonly #headers = new Map<string, Map<string, string>>()

  /** A header's value without secrets, also the short ones where it is a header that carries some. */
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

  headers(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return headers.map(([name, value]) => [name, this.header(name, value)] as const)
  }

  /** Bytes that are no text, without the secrets that can be read in them. */
  bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1')
    const clean = this.text(text)
    return clean === text ? bytes : Buffer.from(clean, 'latin1')
  }
}

/** A number for the last three characters, made of that for the three before; different ones may share it. */
const rolled = (before: number, text: string, at: number): number =>
  ((before << 5) ^ text.charCodeAt(at)) & ROLL_MASK
