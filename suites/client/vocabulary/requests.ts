import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Performance } from '../../../conformance/ports/client.ts'

const QUOTE_OPERATIONS: ReadonlySet<Operation> = new Set([
  ...(['submit', 'status', 'update', 'bind'] as const),
  ...(['quote-preview', 'quote-proposal', 'policy-preview', 'policy'] as const),
])

/** A request to one of the eight endpoints. */
export const isQuoteRequest = ({ operation }: Exchange): boolean => QUOTE_OPERATIONS.has(operation)

/** The answer's body as JSON; undefined where it is none. */
export const jsonAnswer = onceFor(({ answer }: Exchange): unknown => parseJson(answer?.body.text))

/** The request's body as JSON; undefined where it is none. */
export const jsonBody = onceFor(({ request }: Exchange): unknown => parseJson(request.body))

/** The `data` of a successful answer. */
function dataOf(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const { status = 0 } = exchange.answer ?? {}
  const body = jsonAnswer(exchange)
  return status >= 200 && status < 300 && isObject(body) && isObject(body.data) ? body.data : undefined
}

/** The state of a quote in an answer to the client; undefined where there is none. */
export function stateInAnswer(exchange: Exchange): string | undefined {
  const { operation, answer } = exchange
  if (operation === 'bind') return answer?.status === 202 ? 'bound' : undefined
  if (operation === 'policy') return answer?.status === 200 ? 'issued' : undefined
  if (operation !== 'submit' && operation !== 'status') return undefined
  const state = dataOf(exchange)?.quote_status
  return typeof state === 'string' ? state : undefined
}

/** The status in the answer to an update; undefined for any other answer. Which words it may be is not shown (2.5). */
export function statusOfUpdate(exchange: Exchange): string | undefined {
  const status = exchange.operation === 'update' ? dataOf(exchange)?.status : undefined
  return typeof status === 'string' ? status : undefined
}

/** The id of the quote that a request is about, in lower case. For a submission it is read from the answer. */
export function requestedQuoteId(exchange: Exchange): string | undefined {
  if (exchange.operation !== 'submit') return exchange.quoteId?.toLowerCase()
  const id = dataOf(exchange)?.quote_id
  return typeof id === 'string' ? id.toLowerCase() : undefined
}

/** The requests about each quote that the client received, in order of arrival, the submission first. */
export const quotesOf = onceFor(({ requests }: Performance): readonly (readonly Exchange[])[] => {
  const submitted = requests
    .filter(({ operation }) => operation === 'submit')
    .flatMap((one) => requestedQuoteId(one) ?? [])
  const byQuote = Map.groupBy(requests, requestedQuoteId)
  return [...new Set(submitted)].map((id) => byQuote.get(id) ?? [])
})

/** True where an answer calls for the same request again: no answer, a 401, a 5xx. */
export function asksAgain({ answer }: Exchange): boolean {
  return answer === undefined || answer.status === 401 || answer.status >= 500
}

/** True where two exchanges hold the same request, sent twice. */
export function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.operation === other.operation && one.quoteId?.toLowerCase() === other.quoteId?.toLowerCase()
}

/** The time at the end of an answer, in milliseconds of the session. */
export const endedAt = ({ targetMs, elapsedMs }: Exchange): number => targetMs + elapsedMs

/** The method and the operation, as text for people. */
export const nameOf = ({ operation, request }: Exchange): string => `${request.method} (${operation})`

/** The answer to a request, as text for people. */
export const answerSummary = ({ answer, failure }: Exchange): string =>
  answer === undefined ? (failure?.message ?? 'no answer') : `status ${answer.status}`
