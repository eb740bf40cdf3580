import type { Arrival, SecretFacts } from '../../../../../../conformance/ports/webhooks.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import type { Deletion } from '../../delivery-log/deletion.ts'

/** Deliveries to endpoints that failed in different ways. What their statuses show is judged by statements. */
export interface BreakerTrace {
  /** Five failed attempts of one event opened the breaker. */
  readonly countsAttempts: boolean
  /** An endpoint that accepted its deliveries late. */
  readonly slow?: SlowSuccess
  /** Observations while the endpoint was disabled; absent where it never was. */
  readonly outOfService?: OutOfService
  /** An endpoint that was deleted while it was disabled; absent where none was. */
  readonly deleted?: DeletedWhileOut
  /** Facts about the secrets of that endpoint. */
  readonly secrets: readonly SecretFacts[]
}

/** An endpoint that was deleted while it was disabled. */
export interface DeletedWhileOut {
  readonly deletion: Deletion
  /** Deliveries that arrived after the deletion was asked for: a disabled endpoint has nothing in flight. */
  readonly after: readonly Arrival[]
  readonly watchedMs: number
}

/** An endpoint that answers shortly before the deadline. */
export interface SlowSuccess {
  readonly status: string
  /** How many deliveries it accepted late. */
  readonly taken: number
  /** True when one of them was repeated, so that the platform did not count it as delivered. */
  readonly isRepeated: boolean
  /** True when a busy machine may have made one of them later than the deadline. */
  readonly isTooLate: boolean
  readonly heldUpMs: number
}

/** Types of events that an endpoint had to get, and those of them that it got. */
export interface ExpectedTypes {
  readonly owed: readonly string[]
  readonly came: readonly string[]
}

/** Deliveries to other endpoints while an endpoint was disabled. */
export interface Elsewhere {
  /** The working endpoint was enabled then. */
  readonly works: boolean
  /** Deliveries of an event of that time to a working endpoint. */
  readonly elsewhere: readonly Arrival[]
  /** Events of a policy of that time, at a working endpoint for all types; absent without such an endpoint or policy. */
  readonly ofEveryType?: ExpectedTypes
}

/** An endpoint that was enabled again and failed again. */
export interface Reenabled {
  /** Attempts at the first event after it was enabled. */
  readonly attempts: readonly Arrival[]
  /** Attempts since it was enabled, and its log soon after them; absent where failed attempts opened the breaker too late. */
  readonly log?: Logged
}

/** Observations of an endpoint while it was disabled and after it was enabled again. */
export interface OutOfService extends Elsewhere {
  readonly again: Reenabled
  /** Events of a quote that was made after it was enabled; absent where no policy was issued. */
  readonly afterwards?: ExpectedTypes
  /** Its delivery log right before and right after it was enabled. */
  readonly logs?: readonly [before: Logged, after: Logged]
  /** Number of late deliveries of events that arose while it was disabled. */
  readonly lateEvents: number
  /** Number of late repeats that fell due while it was disabled. */
  readonly lateRepeats: number
}
