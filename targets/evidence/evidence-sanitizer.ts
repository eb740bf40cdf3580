import type { Answer, Body, CarriedOut, Exchange, Operation } from '../../conformance/exchange.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { TraceEvidence } from '../../conformance/trace.ts'
import type { OwnData } from './own-data.ts'
import type { Redactor } from './redaction.ts'

/** Operations whose bodies carry secrets that the redactor does not know yet. */
const WITH_SECRETS: ReadonlySet<Operation> = new Set(['token', 'operator'])
type ActionValues = NonNullable<CarriedOut['values']>

/** The most that is shown of one exchange: a number of headers, and characters of texts. */
const AMPLE = { headers: 200, body: 64 * 1024, url: 4096, value: 4096, message: 2048 }
const SCARCE = { headers: 24, body: 512, url: 512, value: 128, message: 256 }
/** After so many characters in one run only the beginning of each text is shown. A whole run takes half of it. */
const MOST_AMPLE = 24 * 1024 * 1024
/** Bytes that are left out before a cut: they may be the first part of a secret, too short to be found. */
const EDGE_BYTES = 128
/** The cache keeps texts up to this length, and up to this number: texts that occur again and again are short. */
const [MOST_REMEMBERED, MOST_HARMLESS] = [256, 10_000]
/** Characters that are searched after a cut, so that a secret across it is found whole. */
const BEHIND = 4096

/**
 * Makes evidence fit to be shown and stored. The result holds no secret that is known by now, no data of other users, and no more
 * than a reader needs. Claims judge the original evidence; all output of the process comes from here.
 */
export class EvidenceSanitizer {
  readonly #redactor: Redactor
  readonly #own: OwnData | undefined
  /** How many secrets were known before anything was shown. */
  readonly #known: number
  readonly #counted = new Set<string>()
  #late: Redactor | undefined
  /** Short texts without any secret that became known late: names and values of headers, words of verdicts. */
  readonly #harmless = new Set<string>()
  #shown = 0

  constructor(redactor: Redactor, own?: OwnData) {
    this.#redactor = redactor
    this.#own = own
    this.#known = redactor.size
  }

  /** Says whether a text that was shown holds a secret that became known only after this object was made. */
  showsTooMuch(text: string): boolean {
    if (this.#late === undefined || this.#late.size < this.#redactor.size - this.#known) {
      this.#late = this.#redactor.after(this.#known)
      this.#harmless.clear()
    }
    if (this.#harmless.has(text)) return false
    if (this.#late.text(text) !== text) return true
    if (text.length <= MOST_REMEMBERED && this.#harmless.size < MOST_HARMLESS) this.#harmless.add(text)
    return false
  }

  evidence({ exchanges, arrivals }: TraceEvidence): TraceEvidence {
    return {
      exchanges: exchanges.map((exchange) => this.#exchange(exchange)),
      arrivals: arrivals.map((arrival) => this.#arrival(arrival)),
    }
  }

  #exchange(exchange: Exchange): Exchange {
    const { id, operation, quoteId, action, request, answer, failure } = exchange
    this.#count(id, [request.url, request.body, answer?.body.text, ...values(request), ...values(answer)])
    const hasFields = WITH_SECRETS.has(operation)
    const answersFields = hasFields || operation === 'effects' || operation === 'delivery'
    return {
      ...exchange,
      ...(quoteId !== undefined && { quoteId: this.#text(quoteId, this.#most.url) }),
      ...(action?.values && { action: { ...action, values: this.#values(action.values) } }),
      request: {
        ...request,
        url: this.#bounded(request.url, this.#most.url, (text) => this.#redactor.fields(text)),
        headers: this.#headers(request.headers),
        ...(request.body !== undefined && this.#sentBody(request.body, hasFields)),
      },
      ...(answer && { answer: this.#answer(answer, answersFields) }),
      ...(failure && { failure: { ...failure, message: this.#text(failure.message, this.#most.message) } }),
    }
  }

  #values(values: ActionValues): ActionValues {
    const shown = (text: string) => this.#text(text, this.#most.value)
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? shown(value) : value.map(shown),
      ]),
    )
  }

  #sentBody(body: string, hasFields: boolean): Pick<Exchange['request'], 'body' | 'cut'> {
    const { text, ...cutOrNot } = this.#bodyText(body, hasFields)
    return { body: text, ...cutOrNot }
  }

  #answer({ status, headers, body }: Answer, hasFields: boolean): Answer {
    return { status, headers: this.#headers(headers), body: this.#body(body, hasFields) }
  }

  #body({ size, sha256, text, head }: Body, hasFields: boolean): Body {
    if (text !== undefined) return { size, sha256, ...this.#bodyText(text, hasFields) }
    if (head === undefined) return { size, sha256 }
    const bytes = Buffer.from(head, 'base64')
    const whole = this.#redactor.bytes(bytes)
    const kept = size > bytes.length ? whole.subarray(0, Math.max(0, whole.length - EDGE_BYTES)) : whole
    return { size, sha256, head: Buffer.from(kept).toString('base64') }
  }

  #bodyText(text: string, hasFields: boolean): { readonly text: string; readonly cut?: true } {
    const most = this.#most.body
    const clean = this.#bounded(text, most, (some) =>
      hasFields ? this.#redactor.fields(some) : this.#redactor.text(some),
    )
    return text.length > most ? { text: clean, cut: true } : { text: clean }
  }

  #arrival(arrival: Arrival): Arrival {
    const own = this.#own?.evidence(arrival) ?? arrival
    this.#count(arrival.id, [own.body, ...values(own)])
    const { body, signature, ...rest } = own
    const value =
      signature.value === undefined ? {} : { value: this.#text(signature.value, this.#most.value) }
    return {
      ...rest,
      headers: this.#headers(own.headers),
      ...(body !== undefined && { body: this.#bodyText(body, true).text }),
      signature: { ...signature, ...value },
    }
  }

  /** The limits that hold by now. */
  get #most(): typeof AMPLE {
    return this.#shown > MOST_AMPLE ? SCARCE : AMPLE
  }

  /** Each piece of evidence counts once, however often it is shown. */
  #count(id: string, texts: readonly (string | undefined)[]): void {
    if (this.#counted.has(id)) return
    this.#counted.add(id)
    for (const text of texts) this.#shown += Math.min(text?.length ?? 0, AMPLE.body)
  }

  #headers(headers: Answer['headers']): Answer['headers'] {
    const some = headers.slice(0, this.#most.headers)
    const shown = some.map(
      ([name, value]) =>
        [
          this.#text(name, this.#most.value),
          this.#bounded(value, this.#most.value, (text) => this.#redactor.header(name, text)),
        ] as const,
    )
    const left = headers.length - some.length
    return left === 0 ? shown : [...shown, ['...', `${left} more headers`] as const]
  }

  #text(text: string, most: number): string {
    return this.#bounded(text, most, (some) => this.#redactor.text(some))
  }

  /** The beginning of a text without secrets. */
  #bounded(text: string, most: number, clean: (text: string) => string): string {
    return text.length <= most ? clean(text) : cut(clean(cut(text, most + BEHIND)), most)
  }
}

/** The values of headers, as many as may be shown. */
const values = (of: { readonly headers: Answer['headers'] } | undefined): readonly string[] =>
  (of?.headers ?? []).slice(0, AMPLE.headers).map(([, value]) => value)

/** The beginning of a text. It is a copy, since a substring would keep the whole text in memory. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
