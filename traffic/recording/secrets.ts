import { createHash } from 'node:crypto'
import { REDACTED } from '../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../conformance/headers.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { basicIn } from '../../targets/evidence/basic.ts'
import { isSecretName, Redactor } from '../../targets/evidence/redaction.ts'
import type { Message } from './message.ts'
import { asksForToken } from './recognise.ts'

/** Headers whose values are credentials. */
const CREDENTIALS = /^(authorization|proxy-authorization|x-integration-key)$/
/** Headers that say nothing about the contract, and may hold sessions of people. */
const DROPPED = /^(cookie|set-cookie)$/

/**
 * The secrets of a recording, known by their places: credentials in headers, secrets in forms, tokens and secrets in answers. They
 * never leave the tool. Two values are compared by their digests.
 */
export class Secrets {
  readonly redactor = new Redactor()
  #seen = 0

  /** How many different secrets the recording itself holds. */
  get count(): number {
    return this.redactor.size - this.#seen
  }

  /** Learns a secret that the user gave, which the recording need not hold. */
  give(secret: string): void {
    const before = this.redactor.size
    this.redactor.add(secret)
    this.#seen += this.redactor.size - before
  }

  /** Learns every secret of a message. */
  learn(message: Message): void {
    for (const [name, value] of message.headers) {
      if (CREDENTIALS.test(name)) this.#add(bare(value))
      for (const [, secret] of basicIn(value)) this.#add(secret)
      // A cookie is dropped, and its value may be repeated elsewhere.
      if (DROPPED.test(name))
        for (const pair of value.split(';')) this.#add(pair.slice(pair.indexOf('=') + 1))
    }
    if (asksForToken(message) && message.body !== undefined)
      for (const [name, value] of new URLSearchParams(message.body)) if (isSecretName(name)) this.#add(value)
    for (const text of [message.body, message.answerBody?.text])
      if (text !== undefined && MAY_HOLD.test(text)) this.redactor.learn(withoutPlaceholders(parseJson(text)))
    for (const [name, value] of URL.parse(message.url)?.searchParams ?? [])
      if (isSecretName(name)) this.#add(value)
  }

  #add(value: string): void {
    if (!isPlaceholder(value)) this.redactor.add(value)
  }
}

const MAY_HOLD = /secret|token|password|key/i

/** Values in place of a secret that somebody took out. */
const isPlaceholder = (value: string): boolean =>
  value.trim() === '' ||
  /^[[<({]?\s*(redacted|removed|hidden|masked|x+|\*+|\.+)\s*[\])>}]?$/i.test(value.trim())

const withoutPlaceholders = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, inner) =>
    typeof inner === 'string' && isPlaceholder(inner) ? null : inner,
  )

/** The value without its scheme. */
const bare = (value: string): string => value.replace(/^(bearer|basic)(\s+|$)/i, '').trim()

/** A mark that is equal for equal credentials; undefined where there is none, or where somebody took it out. */
export function credentialMark(headers: Headers, name: string): string | undefined {
  const value = bare(headerOf(headers, name) ?? '')
  return isPlaceholder(value) ? undefined : digest(value)
}

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, 16)

/** Headers as they are kept: credentials without their values. */
export const keptHeaders = (headers: Headers): Headers =>
  headers.flatMap(([name, value]): [string, string][] => {
    if (DROPPED.test(name)) return []
    if (!CREDENTIALS.test(name)) return [[name, value]]
    const scheme = /^(bearer|basic)\s/i.exec(value)?.[1]
    return [[name, scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`]]
  })
