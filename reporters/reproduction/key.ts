import type { Answer, Exchange } from '../../conformance/exchange.ts'
import { withoutMarks } from '../../conformance/json/encoded.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import { onceFor } from '../../conformance/once.ts'

export const STATE = '/data/quote_status'
export const QUOTE_ID = '/data/quote_id'

const parsed = onceFor(({ body }: Answer) =>
  body.cut === true ? undefined : parseJson(withoutMarks(body.text)),
)

/** The value at a pointer in the JSON of an answer; undefined where there is none. */
export const answeredValue = ({ answer }: Exchange, pointer: string): unknown =>
  answer === undefined ? undefined : valueAt(parsed(answer), pointer)

/** Says whether the body of an answer is JSON. */
export const isJson = (answer: Answer): boolean => parsed(answer) !== undefined

/** The value for which a script waits: the state that an answer shows, else its status code. */
export function awaitedValue(exchange: Exchange): string | number | undefined {
  const state = exchange.operation === 'status' ? answeredValue(exchange, STATE) : undefined
  return typeof state === 'string' ? state : exchange.answer?.status
}

/** The quote id in the answer to a submission. */
export function submittedQuoteId(exchange: Exchange): string | undefined {
  const id = exchange.operation === 'submit' ? answeredValue(exchange, QUOTE_ID) : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Says whether an exchange reads a quote without changing it. */
export const readsQuote = ({ quoteId, request }: Exchange): boolean =>
  quoteId !== undefined && request.method === 'GET'
