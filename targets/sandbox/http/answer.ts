import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Operation as AnyOperation, DocumentName } from '../../../conformance/exchange.ts'
import type { Partner } from '../office/directory.ts'

/** The eight operations of the quote API. */
export type Operation = Exclude<AnyOperation, 'token' | 'operator' | 'delivery' | 'effects' | 'other'>

const documentNames: ReadonlySet<string> = new Set<DocumentName>([
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
])

export const isDocument = (operation: Operation): operation is DocumentName => documentNames.has(operation)

/** An authenticated request. */
export interface Call {
  readonly operation: Operation
  readonly partner: Partner
  /** The `{id}` of the path as requested; empty for submit. */
  readonly id: string
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body, or undefined when there was none. */
  readonly body: unknown
}

/** An HTTP answer as a value. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A stream is written as it comes, without a `Content-Length`. */
  readonly body: string | Uint8Array | Readable
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}
