import type { CarriedOut, Credentials, Operation } from '../../../conformance/exchange.ts'
import type { Headers } from '../../../conformance/headers.ts'
import { isObject } from '../../../conformance/json/object.ts'
import type { Message, OwnFacts } from '../message.ts'
import { harBodyOf } from './content.ts'

/** Assumed for an answer whose duration is not recorded: long enough that no order is concluded from it. */
export const UNKNOWN_MS = 3_600_000

/**
 * Reads an entry of a HAR file.
 *
 * @param place the file and the place in it, for people
 * @returns the message, or why the entry is none that can be judged
 */
export function messageIn(entry: unknown, place: string): Message | string {
  if (!isObject(entry) || !isObject(entry.request)) return 'entries without a request'
  const { request, response } = entry
  const { method, url, postData } = request
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url))
    return 'entries without a method or an address'
  // Browsers write it on the entry, some tools on the answer.
  if ([entry, response].some((one) => isObject(one) && one._fromCache !== undefined))
    return 'answers from a cache'
  const startedAt = Date.parse(String(entry.startedDateTime))
  if (Number.isNaN(startedAt)) return 'entries without a time'
  const answer = isObject(response) ? response : {}
  const answerHeaders = answerHeadersOf(answer)
  const body = sentBody(postData)
  const answerBody = harBodyOf(answer.content, answerHeaders)
  const own = ownFacts(entry)
  return {
    ...{ place, method: method.toUpperCase(), url, headers: requestHeadersOf(request) },
    ...(body !== undefined && { body }),
    status: typeof answer.status === 'number' && answer.status >= 100 ? answer.status : 0,
    answerHeaders,
    ...(answerBody && { answerBody }),
    ...{ startedAt, elapsedMs: elapsedOf(entry.time) },
    ...(own && { own }),
  }
}

/** Converters write 0 where they do not know the duration. */
const elapsedOf = (time: unknown): number => (typeof time === 'number' && time > 0 ? time : UNKNOWN_MS)

/** Some tools leave out the headers of an answer and keep its media type. */
function answerHeadersOf({ headers, content }: Record<string, unknown>): Headers {
  const own = headersOf(headers)
  const type = isObject(content) ? content.mimeType : undefined
  return own.length === 0 && typeof type === 'string' && type !== '' ? [['content-type', type]] : own
}

/** Some tools write the media type of a body beside it only. */
function requestHeadersOf({ headers, postData }: Record<string, unknown>): Headers {
  const own = headersOf(headers)
  const type = isObject(postData) ? postData.mimeType : undefined
  const isLacking = typeof type === 'string' && type !== '' && own.every(([name]) => name !== 'content-type')
  return isLacking ? [...own, ['content-type', type]] : own
}

/** Pseudo-headers of HTTP/2, which some tools list, are none. */
function headersOf(value: unknown): Headers {
  if (!Array.isArray(value)) return []
  return value.flatMap((one): [string, string][] =>
    isObject(one) &&
    typeof one.name === 'string' &&
    typeof one.value === 'string' &&
    !one.name.startsWith(':')
      ? [[one.name.toLowerCase(), one.value]]
      : [],
  )
}

/** The body that was sent: a text, base64 of one, or the fields of a form. */
function sentBody(data: unknown): string | undefined {
  if (!isObject(data)) return undefined
  if (typeof data.text === 'string' && data.text !== '')
    return data.encoding === 'base64' ? Buffer.from(data.text, 'base64').toString() : data.text
  if (!Array.isArray(data.params)) return undefined
  const fields = data.params.flatMap((one): [string, string][] =>
    isObject(one) && typeof one.name === 'string' ? [[one.name, String(one.value ?? '')]] : [],
  )
  return fields.length === 0 ? undefined : new URLSearchParams(fields).toString()
}

function ownFacts({
  _operation,
  _credentials,
  _action,
  _delivery,
  _scenario,
}: Record<string, unknown>): OwnFacts | undefined {
  if (typeof _operation !== 'string' && _delivery !== true) return undefined
  return {
    ...(typeof _operation === 'string' && { operation: _operation as Operation }),
    ...(isObject(_credentials) && { credentials: _credentials as unknown as Credentials }),
    ...(isObject(_action) && { action: _action as unknown as CarriedOut }),
    ...(typeof _scenario === 'string' && { scenario: _scenario }),
    isDelivery: _delivery === true,
  }
}
