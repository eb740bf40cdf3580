import type { Failure } from '../../conformance/exchange.ts'
import type { Headers } from '../../conformance/headers.ts'

/** One HTTP request with its secrets, as it is sent. */
export interface WireRequest {
  readonly method: string
  /** Sent unchanged: dots and percent escapes in the path are not normalised. */
  readonly url: string
  readonly headers: Headers
  readonly body?: string | Uint8Array
  /** Milliseconds until the last byte of the answer must be there. */
  readonly timeoutMs: number
  /** Bytes of a body beyond which the answer is cut off; default that of the wire. */
  readonly maxBytes?: number
  /** Uses a new connection. */
  readonly fresh?: boolean
}

/** Result of a request: a complete answer or a failure. */
export interface WireResult {
  readonly answer?: WireAnswer
  readonly failure?: Failure
  readonly elapsedMs: number
}

export interface WireAnswer {
  readonly status: number
  /** Lower-case names, in the order of arrival. */
  readonly headers: Headers
  readonly body: Uint8Array
}
