import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { DocumentName, Operation } from '../../../conformance/exchange.ts'
import type { Partner } from '../office/directory.ts'

/** The eight operations of the quote API. */
export type ApiOperation = Exclude<Operation, 'token' | 'operator' | 'delivery' | 'effects' | 'other'>

const documentNames: ReadonlySet<string> = new Set<DocumentName>([
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
])

export const isDocument = (operation: ApiOperation): operation is DocumentName => documentNames.has(operation)

/** An authenticated request. */
export interface ApiCall {
  readonly operation: ApiOperation
  readonly partner: Partner
  /** The `{id}` of the path as requested; empty for submit. */
  readonly id: string
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body, or undefined when there was none. */
  readonly body: unknown
}

/** An HTTP answer as a value. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A stream is written as it comes, without a `Content-Length`. */
  readonly body: string | Uint8Array | Readable
}

export function answerAsJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

export function answerAsText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}
