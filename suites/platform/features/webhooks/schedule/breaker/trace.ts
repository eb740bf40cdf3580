import type { Arrival, SecretFacts } from '../../../../../../conformance/ports/webhooks.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import type { ParkedTrace } from '../ladder/parked.ts'
import type { LadderTrace } from '../ladder/trace.ts'

/** Failed attempts by themselves, or only events that failed for good: both are legal (R27). */
export type Reading = 'attempts' | 'events'

/** The operator's answer on an endpoint after so many failures within the window. */
export interface Look {
  readonly status: string
  /** Failures of the kind that the reading counts, copies left aside. */
  readonly failures: number
  /** Likewise with copies: whether they count is open. */
  readonly withCopies: number
  /** Time from the first of those failures to the last, in milliseconds: only within the window do they count together. */
  readonly spanMs: number
}

/** The operator's answers on endpoints that failed in different ways, and the deliveries that they got. */
export interface BreakerTrace {
  readonly reading: Reading
  /** Looks at one endpoint while its failures grew, each before the next one was due. */
  readonly sharp: readonly Look[]
  /** After one failure less than opens it and a success. */
  readonly below: Look
  /** After as many again, once the window is over. */
  readonly belowAgain: Look
  /** After one more that came after a success and an event of another quote, almost a window after the others. */
  readonly spread: Look
  /** Likewise, soon after the others. */
  readonly afterSuccess?: Look
  /** Likewise, with a rotation of its secret before the last failure. */
  readonly afterRotation?: Look
  /** Likewise, soon after the others, where the last failure is of an event of another type. */
  readonly otherType?: Look
  /** After enough failures across the end of a window that began with a failure before them; only on a moved clock. */
  readonly across?: Look
  /**
   * Where only failed attempts are counted: their number when the endpoint was found out of service, if it
   * was.
   */
  readonly openedAt?: number
  /** An endpoint that took its deliveries late. */
  readonly slow?: SlowSuccess
  /** The endpoint was out of service, and was watched while it was. */
  readonly outOfService?: OutOfService
  /** The facts of the secrets of the endpoint that was taken out of service. */
  readonly secrets: readonly SecretFacts[]
  /** Attempts that were made to fail and were about no quote of this schedule: they may have moved any count. */
  readonly foreignDeliveries: number
}

/** An endpoint that takes what comes almost as late as it may. */
export interface SlowSuccess {
  readonly status: string
  /** How many deliveries it took late. */
  readonly taken: number
  /** One of them was repeated, so that the platform did not see it as taken. */
  readonly isRepeated: boolean
  readonly heldUpMs: number
}

/** Types of events that an endpoint had to get, and those of them that it got. */
export interface Expected {
  readonly owed: readonly string[]
  readonly came: readonly string[]
}

/** Deliveries that tell of a broker, who was added while one endpoint that is subscribed to that was out of service. */
export interface BrokerEvents {
  /** At that endpoint. */
  readonly arrivals: readonly Arrival[]
  /** At a working one; none where it is not known that they come at all. */
  readonly elsewhere: readonly Arrival[]
}

/** An endpoint while it was out of service. */
export interface Watched {
  /** Its deliveries meanwhile, and the time in milliseconds for which that was watched. */
  readonly arrivals: readonly Arrival[]
  readonly watchedMs: number
  readonly statusAtTheEnd: string
  /** Its secret was rotated shortly before the end. */
  readonly rotated: boolean
  /** Deliveries of an event that arose meanwhile to a working endpoint. */
  readonly elsewhere: readonly Arrival[]
  /** Events of quotes that were made meanwhile, at a working endpoint of all types; absent without such an endpoint or policy. */
  readonly ofEveryType?: Expected
}

/** An endpoint that was taken back into service and failed anew, when all that it failed before was forgotten. */
export interface TakenBack {
  /** Attempts to deliver the first event that arose after that. */
  readonly ladder: LadderTrace
  /** After one failure less than opens it; only on a moved clock. */
  readonly below?: Look
  /** Looks while its failures grew to as many as open it, when those before were forgotten once more. */
  readonly sharp: readonly Look[]
  /** It was out of service for the second time; only on a moved clock. */
  readonly out?: Watched
  /** The attempts at an event that was repeated when it went out of service, once it was taken back from that. */
  readonly underWay?: ParkedTrace
}

/** An endpoint while it was out of service and when it was taken back. */
export interface OutOfService extends Watched {
  readonly again: TakenBack
  /** Absent where no broker was added while another endpoint was out of service. */
  readonly broker?: BrokerEvents
  /** Events of a quote that was made once it was taken back, at that endpoint; absent where no policy came about. */
  readonly afterwards?: Expected
  /** The operator's answer on a new endpoint at the address of another one that is out of service; absent where none could be made. */
  readonly successor?: string
  /** Its delivery log right before it was taken back, and right after that. */
  readonly logs?: readonly [before: Logged, after: Logged]
  /** Number of late deliveries, of an event and of a repeat that fell due meanwhile. */
  readonly lateEvents: number
  readonly lateRepeats: number
}
