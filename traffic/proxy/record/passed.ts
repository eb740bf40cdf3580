import type { Failure, Timing } from '../../../conformance/exchange.ts'
import type { Headers } from '../../../conformance/headers.ts'

/** Where a request goes: the API, the token endpoint, or the partner's receiver. */
export type RouteName = 'api' | 'token' | 'hooks'

/** A body as it passed. */
export interface PassedBody {
  readonly size: number
  /** Lower-case hex SHA-256 of its content. */
  readonly sha256: string
  /** The first bytes of its content. */
  readonly kept: Uint8Array
  /** It came to its end. */
  readonly isWhole: boolean
}

/** The two sides of a request; the target is the platform, or the receiver of a delivery. */
export type End = 'sender' | 'target'

/** One request that passed, with its answer: what a ledger's entry is made from. Holds secrets. */
export interface Passed {
  /** Requests are counted in the order in which they began. */
  readonly number: number
  readonly route: RouteName
  readonly method: string
  /** As the target got it. */
  readonly target: string
  /** The same as the sender wrote it: the address of a receiver may hold a secret. */
  readonly asked: string
  /** As the target got them. */
  readonly headers: Headers
  readonly body: PassedBody
  readonly answer?: {
    readonly status: number
    readonly headers: Headers
    readonly body: PassedBody
  }
  /** Why there is no whole answer. */
  readonly failure?: Failure
  /** The side that broke off; absent where neither did. */
  readonly brokenBy?: End
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds since the proxy began. */
  readonly sinceMs: number
  readonly elapsedMs: number
  readonly timing: Timing
  /** Targets of requests that were open then and may change something. */
  readonly changing: readonly string[]
}
