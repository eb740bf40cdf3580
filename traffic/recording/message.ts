import type { Body, CarriedOut, Credentials, Operation } from '../../conformance/exchange.ts'
import type { Headers } from '../../conformance/headers.ts'

/** One request with its answer, as a recording has it. */
export interface Message {
  /** The file and the place in it, for people: `session.har entry 17`. */
  readonly place: string
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly headers: Headers
  readonly body?: string
  /** 0 where no answer came. */
  readonly status: number
  /** Lower-case names. */
  readonly answerHeaders: Headers
  /** Absent where the recording does not have it. */
  readonly answerBody?: Body
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds until the end of the answer. */
  readonly elapsedMs: number
  /** Facts that only an export of this suite has. */
  readonly own?: OwnFacts
}

/** Facts that `report DIR --format har` writes into an entry, because secrets in it are redacted. */
export interface OwnFacts {
  readonly operation?: Operation
  readonly credentials?: Credentials
  readonly action?: CarriedOut
  /** Entries of one scenario are about one platform. */
  readonly scenario?: string
  readonly isDelivery: boolean
}

/** Why entries of a recording are not judged, with how many there are. */
export type LeftOutCounts = ReadonlyMap<string, number>

/** Counts entries that are left out, by reason. */
export class LeftOutCount {
  readonly #counts = new Map<string, number>()

  add(reason: string, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
  }

  get counts(): LeftOutCounts {
    return this.#counts
  }
}
