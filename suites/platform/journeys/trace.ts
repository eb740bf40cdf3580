import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { JourneyAction } from '../../../generators/journey.ts'
import type { Quote } from '../vocabulary/quotes/quotes.ts'

/** One step as it was taken. */
export interface Taken {
  /** The step in words: `once quote 1 is rated, bind it`. */
  readonly text: string
  readonly action: JourneyAction | 'submit' | 'end'
  /** Place of the quote in `Travelled.quotes`. */
  readonly quote: number
  /** The last read before it, where one was made for it. */
  readonly before?: Exchange
  /** The requests sent, several where they were sent at the same moment. */
  readonly sent: readonly Exchange[]
  /** The same once more, where a re-rating may have been the reason for a refusal. */
  readonly again?: { readonly before: Exchange; readonly sent: Exchange; readonly after: Exchange }
  /** The first read afterwards, or the one that a wait ended with. */
  readonly after?: Exchange
  /** An update was accepted and the quote was not left alone since: a queued re-rating may begin at any moment. */
  readonly reRatingPending: boolean
  /** A bind of the quote was or may have been accepted before. */
  readonly bound: boolean
}

/** A journey as it went. */
export interface Travelled {
  readonly quotes: readonly Quote[]
  readonly steps: readonly Taken[]
  /** Every exchange of the journey, reads included. */
  readonly exchanges: readonly Exchange[]
  /** Deliveries about the quotes' policies to the suite's receiver; absent where the profile registers none. */
  readonly policies?: readonly Arrival[]
}
