import { type Body, type Exchange, REDACTED } from '../../../conformance/exchange.ts'
import type { Headers } from '../../../conformance/headers.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { basicIn } from '../../../targets/evidence/basic.ts'
import { Redactor } from '../../../targets/evidence/redaction.ts'
import { isSecret, secretsIn } from './secret-fields.ts'

/** The most that is written of one text, in characters, and of the headers of a message. */
const [MOST_TEXT, MOST_VALUE, MOST_HEADERS] = [32 * 1024, 4096, 200]
/** A secret that a cut leaves shorter than this would not be found, so as much is left out before the cut. */
const EDGE = 128
/** Shorter texts also stand in innocent places; they are replaced only where a secret is expected. */
const SHORTEST = 8
const CREDENTIALS = /authori[sz]ation$/
/** A header that may hold a secret, such as `x-api-key`. One that holds none is hidden without harm. */
const MAY_BE_SECRET =
  /^(?:set-)?cookie$|secret|passw|token|key|authori[sz]ation|authentication|(?:^|-)auth(?:$|-)|session|jwt|assertion|credential/
/** Headers that hold an address. */
const ADDRESS = /^(?:(?:content-)?location|referer|link|refresh|destination)$|-ur[il]$/
/** A query of an address within a text, which may sign it. A slash may be escaped, as in JSON. */
const QUERY = /(https?:(?:\\?\/){2}[^\s"'<>?#]{1,2048}\?)(?:[^\s"'<>\\]|\\u[\da-f]{4}|\\\/)+/gi
/** A user with a password within an address. */
const USER = /(:(?:\\?\/){2})[^\s"'<>/?#@\\]{1,1024}@/g

/**
 * Takes the secrets out of entries before anything of them is written. Secrets are recognised by their place. Those of the profile,
 * and those that were recognised once, are found anywhere.
 */
export class EntryRedactor {
  readonly #redactor: Redactor

  /** @param secrets all values of the profile that are secret */
  constructor(secrets: readonly string[]) {
    this.#redactor = new Redactor(secrets)
  }

  /** A text without any secret that is known. */
  text(text: string): string {
    const clean = this.#redactor.fields(text)
    if (!clean.includes('://') && !clean.includes(':\\/\\/')) return clean
    return clean.replace(QUERY, `$1${REDACTED}`).replace(USER, `$1${REDACTED}@`)
  }

  /** An address without its user and without the values of its query, since the contract has none: any may be a secret. */
  address(address: string): string {
    return this.#redactor
      .fields(address)
      .replace(USER, `$1${REDACTED}@`)
      .replace(/([?&#])([^?=&#]*=)?([^?&#]+)/g, (_, mark: string, name = '') => `${mark}${name}${REDACTED}`)
      .slice(0, MOST_VALUE)
  }

  /** Learns the secrets of an exchange, and returns it without them. */
  exchange(exchange: Exchange): Exchange {
    const { request, answer, failure, quoteId } = exchange
    this.#learnHeaders(request.headers)
    this.#learnText(request.body)
    this.#learnText(request.url.split('?', 2)[1])
    this.#learnText(answer?.body.text)
    if (answer) this.#learnHeaders(answer.headers)
    const { text: body, ...cutOrNot } =
      request.body === undefined ? { text: undefined } : this.#cut(request.body)
    return {
      ...exchange,
      ...(quoteId !== undefined && { quoteId: this.text(quoteId.slice(0, MOST_VALUE)) }),
      request: {
        ...request,
        url: this.address(request.url),
        headers: this.#headers(request.headers),
        ...(body !== undefined && { body, ...cutOrNot }),
      },
      ...(answer && {
        answer: { ...answer, headers: this.#headers(answer.headers), body: this.#body(answer.body) },
      }),
      ...(failure && { failure: { ...failure, message: this.text(failure.message) } }),
    }
  }

  /** Likewise for a delivery. */
  arrival(arrival: Arrival): Arrival {
    this.#learnHeaders(arrival.headers)
    this.#learnText(arrival.body)
    const { body, signature } = arrival
    return {
      ...arrival,
      endpoint: this.address(arrival.endpoint),
      headers: this.#headers(arrival.headers),
      ...(body !== undefined && { body: this.#cut(body).text }),
      signature: {
        ...signature,
        ...(signature.value !== undefined && { value: this.text(signature.value.slice(0, MOST_VALUE)) }),
      },
    }
  }

  #body({ size, sha256, text, encoding, head, cut }: Body): Body {
    if (text !== undefined)
      return {
        ...{ size, sha256, ...this.#cut(text) },
        ...(encoding !== undefined && { encoding }),
        ...(cut && { cut }),
      }
    if (head === undefined) return { size, sha256 }
    const clean = this.#redactor.bytes(Buffer.from(head, 'base64'))
    return { size, sha256, head: Buffer.from(clean).toString('base64') }
  }

  #cut(text: string): { readonly text: string; readonly cut?: true } {
    if (text.length <= MOST_TEXT) return { text: this.text(text) }
    const clean = this.text(text.slice(0, MOST_TEXT + EDGE))
    return { text: clean.slice(0, MOST_TEXT - EDGE), cut: true }
  }

  #headers(headers: Headers): Headers {
    return headers.slice(0, MOST_HEADERS).map(([name, value]) => [name, this.#value(name, value)] as const)
  }

  #value(name: string, value: string): string {
    if (value === '') return value
    if (CREDENTIALS.test(name)) {
      const [, scheme] = /^([A-Za-z]{1,20}) +\S/.exec(value) ?? []
      return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`
    }
    if (MAY_BE_SECRET.test(name)) return REDACTED
    return ADDRESS.test(name) ? this.address(value) : this.text(value).slice(0, MOST_VALUE)
  }

  #learnHeaders(headers: Headers): void {
    for (const [name, value] of headers) {
      if (isSecret(name, value)) this.#add(value)
      this.#learnCookies(name, value)
      if (!CREDENTIALS.test(name)) continue
      const [, rest = value] = /^[A-Za-z]{1,20} +(\S.*)$/s.exec(value) ?? []
      this.#add(rest)
      for (const part of rest.split(' ')) this.#add(part)
      for (const [, secret] of basicIn(value)) this.#add(secret)
    }
  }

  /** Learns the values of cookies; of `set-cookie` the first part is the cookie. */
  #learnCookies(name: string, value: string): void {
    if (name !== 'cookie' && name !== 'set-cookie') return
    const pairs = value.split(';', name === 'cookie' ? MOST_HEADERS : 1)
    for (const pair of pairs) this.#add(pair.slice(pair.indexOf('=') + 1).trim())
  }

  #learnText(text: string | undefined): void {
    if (text !== undefined) for (const secret of secretsIn(text)) this.#add(secret)
  }

  #add(secret: string): void {
    if (secret.length >= SHORTEST) this.#redactor.add(secret)
  }
}
