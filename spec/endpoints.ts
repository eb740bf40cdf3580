import type { Operation } from '../conformance/exchange.ts'
import { QUOTE_STATES } from './lifecycle.ts'
import { closed, count, list, statusCode, text, word } from './shape.ts'

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

/** One endpoint (clause 4). */
export interface Endpoint {
  /** Its number in clause 4. */
  readonly number: number
  readonly operation: QuoteOperation
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the base URL; `{id}` stands for the quote identifier. */
  readonly path: string
  /** Status of success. */
  readonly success: number
  /** How binding exactly that status is; any 2xx is required anyway. */
  readonly successLevel: 'must' | 'should'
  /** What a success carries. */
  readonly answer: 'json' | 'pdf'
  /** `status` in the envelope of a success. */
  readonly word?: 'approved' | 'success' | 'accepted'
  /** Right answers to an identifier that no quote has; absent where the path has none. */
  readonly unknownId?: readonly number[]
  /** States in which the request is allowed; absent where it is allowed in all, or where the documents table says it. */
  readonly states?: readonly string[]
  /** First version that has the endpoint; absent: all. */
  readonly since?: string
}

export const endpointsShape = list(
  closed(
    {
      number: count,
      operation: word(...QUOTE_OPERATIONS),
      method: word('GET', 'POST', 'PUT'),
      path: { type: 'string', pattern: '^/' },
      success: statusCode,
      successLevel: word('must', 'should'),
      answer: word('json', 'pdf'),
      word: word('approved', 'success', 'accepted'),
      unknownId: list(statusCode),
      states: list(word(...QUOTE_STATES)),
      since: text,
    },
    ['word', 'unknownId', 'states', 'since'],
  ),
)
