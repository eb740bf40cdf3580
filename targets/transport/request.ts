import type { Failure } from '../../conformance/exchange.ts'

/** One HTTP request as it goes out, secrets and all. */
export interface WireRequest {
  readonly method: string
  /** Sent as it stands: dots and percent escapes in the path are not tidied up. */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  /** Milliseconds until the last byte of the answer must be there. */
  readonly timeoutMs: number
  /** Bytes of a body beyond which the answer is given up; default that of the wire. */
  readonly maxBytes?: number
  /** Opens a connection of its own. */
  readonly fresh?: boolean
}

/** Result of a request: a whole answer or a failure. */
export interface WireResult {
  readonly answer?: WireAnswer
  readonly failure?: Failure
  readonly elapsedMs: number
}

export interface WireAnswer {
  readonly status: number
  /** Lower-case names, in the order of arrival. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}
