import type { Exchange } from '../../../conformance/exchange.ts'
import type { Work } from '../../../generators/journeys/journey.ts'
import type { Borrowed } from './clients.ts'
import type { Party } from './run.ts'
import type { JourneyQuote } from './trace.ts'

/** Events that announce documents. */
export type Announcing = 'quote.proposalReady' | 'policy.created'

/** A quote of a running journey, with its current circumstances. */
export interface DrivenQuote {
  /** Index among the journey's quotes, in order of submission. */
  readonly place: number
  readonly quote: JourneyQuote
  /** The partner that owns the quote. */
  readonly party: Party
  /** The partner that does not own it. */
  readonly otherParty: Party
  /** The client that submitted it, where that is no longer in use. */
  readonly borrowed?: Borrowed
  /** The types of events that announced documents which were downloaded at once. */
  readonly announced: Set<Announcing>
  /** An update was or may have been accepted, and there was no rest since. */
  reRatingPending: boolean
  /** A bind was or may have been accepted. */
  bound: boolean
  /** The work that its rating or issue waits for: it was submitted or bound while the journey held that, and it still does. */
  held?: Work
  /** The last read, where the quote cannot have changed since: the next step need not read again. */
  steady?: Exchange
  /** Its rating or its issue did not end within its deadline. */
  waitedInVain?: boolean
}
