import type { QuoteState } from '../../spec/lifecycle.ts'

/** A span on the suite's clock, in milliseconds: what happened lies somewhere in it. */
export interface SuiteClockSpan {
  readonly from: number
  readonly to: number
}

/** A thing that happened to one quote. `ref` is the caller's own record of it. */
export type Entry<R> = SuiteClockSpan & { readonly ref: R } & (
    | { readonly kind: 'submitted' | 'updated' | 'bound' | 'decided' | 'onboarded' }
    | { readonly kind: 'held' | 'released'; readonly work: 'rating' | 'issue' }
    /** The state that an answer shows. A read that lags is about an earlier moment, so its span begins earlier. */
    | { readonly kind: 'shown'; readonly state: QuoteState }
    /** An event that arrived, at the latest moment at which it can have been sent. */
    | EventEntry
  )

export interface EventEntry {
  readonly kind: 'event'
  readonly type: 'quote.created' | 'quote.proposalReady' | 'policy.created'
  /** Events are counted for each endpoint, by their Event-IDs. */
  readonly endpoint: string
  readonly id: string
}

/** Two entries that no right platform can have caused both; of `shown` there is none where the event alone is too much. */
export interface Conflict<R> {
  readonly kind: 'early' | 'more'
  readonly event: Entry<R> & EventEntry
  readonly shown?: Entry<R>
  /** How many events of the type there may have been. */
  readonly most: number
}

/** The course of one quote, as far as its entries show it. Moments are on the suite's clock; absent for never. */
export interface Course<R> {
  readonly conflicts: readonly Conflict<R>[]
  /** It has been ready to bind, and it is issued, for certain from then on. */
  readonly readyBy?: number
  readonly issuedBy?: number
  /** Before that moment its policy was not issued for certain; absent where it cannot have been issued at all. */
  readonly issuableFrom?: number
  /** Its rating had not ended at that moment. */
  readonly unratedAt?: number
  /** The most events that its ratings may have caused so far; undefined where that is open. */
  readonly mostRated?: number
  /** Reads, and releases of a held rating, before which an event would have been too early. */
  readonly unrated: readonly Entry<R>[]
  readonly unissued: readonly Entry<R>[]
}

/** Types of events that may be too early together, the fewest first. */
export const TOGETHER: readonly (readonly EventEntry['type'][])[] = [
  ['policy.created'],
  ['quote.proposalReady'],
  ['quote.created'],
  ['quote.proposalReady', 'quote.created'],
  ['policy.created', 'quote.proposalReady', 'quote.created'],
]
