import type { Operation } from '../conformance/exchange.ts'
import { Type } from '../conformance/json/type.ts'
import { closed, list, optional, type Shaped, statusCode, text, wholeNumber, word } from './shape.ts'

/** The eight operations of the quote API, in the order of clause 4. */
export const QUOTE_OPERATIONS = [
  'submit',
  'status',
  'update',
  'bind',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
] as const satisfies readonly Operation[]

export type QuoteOperation = (typeof QUOTE_OPERATIONS)[number]

const endpoint = closed({
  /** Its number in clause 4. */
  number: wholeNumber,
  operation: word(...QUOTE_OPERATIONS),
  method: word('GET', 'POST', 'PUT'),
  /** Below the base URL; `{id}` stands for the quote identifier. */
  path: Type.String({ pattern: '^/' }),
  /** Status of success; absent where the specification shows none. */
  success: optional(statusCode),
  /** How binding exactly that status is; any 2xx is required in any case. */
  successLevel: word('must', 'should'),
  /** Kind of body that a success has. */
  answer: word('json', 'pdf'),
  /** `status` in the envelope of a success. */
  word: optional(word('approved', 'success', 'accepted')),
  /** Right answers to an identifier that no quote has; absent where the path has no identifier. */
  unknownId: optional(list(statusCode)),
  /** States in which the request is allowed; absent where all states allow it, or where the documents table decides. */
  states: optional(list(text)),
  /** First version that has the endpoint; absent: all. */
  since: optional(text),
})

export const endpointsShape = list(endpoint)

/** One endpoint (clause 4). */
export type ApiEndpoint = Shaped<typeof endpoint>
