import type { Operation } from '../../conformance/exchange.ts'
import { headerOf } from '../../conformance/headers.ts'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { Spec } from '../../spec/index.ts'
import type { Message } from './message.ts'

/** A request to one of the eight endpoints, by its path. */
export interface Addressed {
  readonly operation: Operation
  /** Origin and path before that of the endpoint. */
  readonly base: string
  readonly quoteId?: string
}

export type Recogniser = (message: Message) => Addressed | undefined

/**
 * Makes a function that tells requests to the quote API by their paths (4).
 *
 * @param baseUrl the only base address, where a profile names one
 */
export function recogniser({ endpoints }: Spec, baseUrl?: string): Recogniser {
  const ends = endpoints.map(({ operation, method, path }) => {
    const end = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{id}', '([^/]+)')
    return { operation, method, pattern: new RegExp(`^(.*)${end}/?$`) }
  })
  return ({ method, url }) => {
    const { origin, pathname } = new URL(url)
    for (const { operation, method: own, pattern } of ends) {
      const match = pattern.exec(pathname)
      const base = `${origin}${match?.[1] ?? ''}`
      if (match === null || (baseUrl !== undefined && base !== baseUrl)) continue
      const id = match[2] && decodedId(match[2])
      // Another method is none of the API, although a client may have meant it.
      return { operation: method === own ? operation : 'other', base, ...(id && { quoteId: id }) }
    }
    return undefined
  }
}

function decodedId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Says whether a request to such a path shows that a quote API is there: other APIs have a `/status/{id}`, too. */
export function isTelling(message: Message): boolean {
  if (headerOf(message.headers, 'x-integration-key') !== undefined) return true
  if (/\/document\/[a-z-]+\/stream\/[^/]+\/?$/.test(message.url)) return true
  const data = jsonIn(message.answerBody?.text)
  if (isObject(data) && isObject(data.data) && 'quote_id' in data.data) return true
  const sent = jsonIn(message.body)
  return isObject(sent) && 'insured_name' in sent && 'agg_limit' in sent
}

const jsonIn = (text: string | undefined): unknown =>
  text?.trimStart().startsWith('{') ? parseJson(text) : undefined

/** Says whether a request asks for a token, by its form (5). */
export const asksForToken = ({ method, body = '' }: Message): boolean =>
  method === 'POST' && /(^|&)grant_type=/.test(body)

/** Says whether a request delivers an event, by its headers (6.headers). One of the two may be wrong or missing. */
export const isDelivery = ({ headers, own }: Message): boolean =>
  own?.isDelivery === true ||
  headerOf(headers, 'x-platform-signature') !== undefined ||
  (headerOf(headers, 'event-id') !== undefined && headerOf(headers, 'timestamp') !== undefined)
