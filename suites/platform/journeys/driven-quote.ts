import type { Work } from '../../../generators/journeys/journey.ts'
import type { Party } from './run.ts'
import type { JourneyQuote } from './trace.ts'

/** A quote on its way. */
export interface DrivenQuote {
  /** Which of the journey's quotes it is, in order of submission. */
  readonly place: number
  readonly quote: JourneyQuote
  /** The partner that it belongs to, and the one that it does not. */
  readonly party: Party
  readonly otherParty: Party
  /** An update was or may have been accepted, and the quote was not left alone since. */
  reRatingPending: boolean
  /** A bind was or may have been accepted. */
  bound: boolean
  /** It was submitted, or bound, while that work was held, and it still is. */
  held?: Work
  /** Its rating or its issue did not end in the time that it may take. */
  waitedInVain?: boolean
}
