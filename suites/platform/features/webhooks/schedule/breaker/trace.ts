import type { Arrival, SecretFacts } from '../../../../../../conformance/ports/webhooks.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import type { Deletion } from '../../delivery-log/deletion.ts'
import type { ParkedTrace } from '../retries/parked.ts'

/** The failures that count for the breaker: each failed attempt, or only permanently failed events. Both are legal (R27). */
export type CountedFailures = 'attempts' | 'events'

/** The status of an endpoint after some failures. */
export interface StatusSample {
  readonly status: string
  /** Failures of the kind that the reading counts, without copies. */
  readonly failures: number
  /** The same with copies: whether they count is open. */
  readonly withCopies: number
  /** Time from the first of those failures to the last, in milliseconds: only within the window do they count together. */
  readonly spanMs: number
  /** Shortest possible time from the last failure before them to the first of them, in milliseconds; absent where events count. */
  readonly restMs?: number
}

/** Statuses of endpoints that failed in different ways, and their deliveries. */
export interface BreakerTrace {
  readonly reading: CountedFailures
  /** Samples of one endpoint at four and five failures, each before the next failure was due. */
  readonly sharp: readonly StatusSample[]
  /** After four failures and a success. */
  readonly below: StatusSample
  /** After four more failures, beyond the window. */
  readonly belowAgain: StatusSample
  /** After a fifth failure almost a window later, with a success and another event in between. */
  readonly spread: StatusSample
  /** After a fifth failure soon after a success. */
  readonly afterSuccess?: StatusSample
  /** After a fifth failure that followed a rotation of its secret. */
  readonly afterRotation?: StatusSample
  /** After a fifth failure, of an event of another type. */
  readonly otherType?: StatusSample
  /** After five failures around the end of a window that an earlier failure began; only on a moved clock. */
  readonly across?: StatusSample
  /**
   * The number of failed attempts when the endpoint was found disabled although no event had failed
   * permanently.
   */
  readonly openedAt?: number
  /** An endpoint that accepted its deliveries late. */
  readonly slow?: SlowSuccess
  /** Observations while the endpoint was disabled; absent where it never was. */
  readonly outOfService?: OutOfService
  /** An endpoint that was deleted while it was disabled; absent where none was. */
  readonly deleted?: DeletedWhileOut
  /** Facts about the secrets of that endpoint. */
  readonly secrets: readonly SecretFacts[]
  /** Failed attempts about quotes of others: they may count for the breaker as well. */
  readonly foreignDeliveries: number
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

/** Deliveries of `broker.added` for a broker that was added while a subscribed endpoint was disabled. */
export interface BrokerEvents {
  /** At the disabled endpoint. */
  readonly arrivals: readonly Arrival[]
  /** At a working endpoint: without any, it is unknown if such events come at all. */
  readonly elsewhere: readonly Arrival[]
}

/** Observations of an endpoint while it was disabled. */
export interface Watched {
  /** Its deliveries meanwhile. */
  readonly arrivals: readonly Arrival[]
  /** How long it was watched, in milliseconds. */
  readonly watchedMs: number
  readonly statusAtTheEnd: string
  /** True when its secret was rotated shortly before the end. */
  readonly rotated: boolean
  /** Deliveries of an event of that time to a working endpoint. */
  readonly elsewhere: readonly Arrival[]
  /** Events of a policy of that time, at a working endpoint for all types; absent without such an endpoint or policy. */
  readonly ofEveryType?: ExpectedTypes
}

/** An endpoint that was enabled again and failed again, when its earlier failures were outside of the window. */
export interface Reenabled {
  /** Attempts at the first event after it was enabled. */
  readonly retries: RetryTrace
  /** After four failures; only on a moved clock. */
  readonly below?: StatusSample
  /** Samples at four and five failures, when the earlier ones were outside of the window again. */
  readonly sharp: readonly StatusSample[]
  /** Attempts since it was enabled, and its log soon after them; absent where failed attempts opened the breaker too late. */
  readonly log?: Logged
  /** Observations while it was disabled for the second time; only on a moved clock. */
  readonly out?: Watched
  /** All attempts at an event that was being repeated when the endpoint was disabled, also those after it was enabled. */
  readonly underWay?: ParkedTrace
}

/** Observations of an endpoint while it was disabled and after it was enabled again. */
export interface OutOfService extends Watched {
  readonly again: Reenabled
  /** Absent where no broker was added while another endpoint was disabled. */
  readonly broker?: BrokerEvents
  /** Events of a quote that was made after it was enabled; absent where no policy was issued. */
  readonly afterwards?: ExpectedTypes
  /** Status of a new endpoint with the URL of another, disabled one; absent where none could be made. */
  readonly successor?: string
  /** Its delivery log right before and right after it was enabled. */
  readonly logs?: readonly [before: Logged, after: Logged]
  /** Number of late deliveries of events that arose while it was disabled. */
  readonly lateEvents: number
  /** Number of late repeats that fell due while it was disabled. */
  readonly lateRepeats: number
}
