import type { Answer, Body, Exchange, Operation } from '../../conformance/exchange.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { TraceEvidence } from '../../conformance/trace.ts'
import type { OwnData } from './own-data.ts'
import type { Redactor } from './redaction.ts'

/** Where bodies carry secrets that nobody has seen before. */
const WITH_SECRETS: ReadonlySet<Operation> = new Set(['token', 'operator'])
/** Longest texts that are shown, in characters. */
const MOST = { body: 64 * 1024, scarce: 1024, url: 4096, value: 4096, message: 2048 }
const MOST_HEADERS = 200
/** After so many characters of bodies in one run only the beginning of each is shown. */
const AMPLE = 24 * 1024 * 1024
/** At the end of what was cut half a secret may stand that is not known by its half. */
const EDGE_BYTES = 128

/**
 * Makes evidence fit to be shown and stored. It holds no secret that is known by now, no data of others, and
 * no more than a reader needs. Claims judge the original evidence; all output of the process has passed
 * through here.
 */
export class Showing {
  readonly #redactor: Redactor
  readonly #own: OwnData | undefined
  /** How many secrets were known before anything was shown. */
  readonly #known: number
  readonly #counted = new Set<string>()
  #late: Redactor | undefined
  #shown = 0

  constructor(redactor: Redactor, own?: OwnData) {
    this.#redactor = redactor
    this.#own = own
    this.#known = redactor.size
  }

  /** Says whether a text that was shown holds a secret that became known only since this was made. */
  showsTooMuch(text: string): boolean {
    if (this.#late === undefined || this.#late.size < this.#redactor.size - this.#known)
      this.#late = this.#redactor.after(this.#known)
    return this.#late.text(text) !== text
  }

  evidence({ exchanges, arrivals }: TraceEvidence): TraceEvidence {
    return {
      exchanges: exchanges.map((exchange) => this.#exchange(exchange)),
      arrivals: arrivals.map((arrival) => this.#arrival(arrival)),
    }
  }

  #exchange(exchange: Exchange): Exchange {
    const { id, operation, quoteId, request, answer, failure } = exchange
    this.#count(id, (request.body?.length ?? 0) + (answer?.body.text?.length ?? 0))
    const hasFields = WITH_SECRETS.has(operation)
    const answersFields = hasFields || operation === 'effects' || operation === 'delivery'
    return {
      ...exchange,
      ...(quoteId !== undefined && { quoteId: this.#text(quoteId, MOST.url) }),
      request: {
        ...request,
        url: this.#redactor.fields(cut(request.url, MOST.url)),
        headers: this.#headers(request.headers),
        ...(request.body !== undefined && this.#sentBody(request.body, hasFields)),
      },
      ...(answer && { answer: this.#answer(answer, answersFields) }),
      ...(failure && { failure: { ...failure, message: this.#text(failure.message, MOST.message) } }),
    }
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
    const most = this.#shown > AMPLE ? MOST.scarce : MOST.body
    const some = cut(text, most)
    const clean = hasFields ? this.#redactor.fields(some) : this.#redactor.text(some)
    return some.length < text.length ? { text: clean, cut: true } : { text: clean }
  }

  #arrival(arrival: Arrival): Arrival {
    const own = this.#own?.evidence(arrival) ?? arrival
    this.#count(arrival.id, own.body?.length ?? 0)
    const { body, signature, ...rest } = own
    const value = signature.value === undefined ? {} : { value: this.#text(signature.value, MOST.value) }
    return {
      ...rest,
      headers: this.#headers(own.headers),
      ...(body !== undefined && { body: this.#bodyText(body, true).text }),
      signature: { ...signature, ...value },
    }
  }

  /** Each piece of evidence counts once, however often it is shown. */
  #count(id: string, length: number): void {
    if (this.#counted.has(id)) return
    this.#counted.add(id)
    this.#shown += Math.min(length, 2 * MOST.body)
  }

  #headers(headers: Answer['headers']): Answer['headers'] {
    const some = headers.slice(0, MOST_HEADERS)
    const shown = some.map(
      ([name, value]) =>
        [this.#text(name, MOST.url), this.#redactor.header(name, cut(value, MOST.value))] as const,
    )
    const left = headers.length - some.length
    return left === 0 ? shown : [...shown, ['...', `${left} more headers`] as const]
  }

  #text(text: string, most: number): string {
    return this.#redactor.text(cut(text, most))
  }
}

const cut = (text: string, most: number): string => (text.length <= most ? text : text.slice(0, most))
