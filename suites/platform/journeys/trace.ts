import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { JourneyAction, Work } from '../../../generators/journeys/journey.ts'
import type { Quote } from '../vocabulary/quotes/quotes.ts'

/** One step as it was taken. */
export interface TakenStep {
  /** The step in words: `once quote 1 is rated, bind it`. */
  readonly text: string
  readonly action: JourneyAction | 'submit' | 'end'
  /** Place of the quote in `JourneyTrace.quotes`. */
  readonly quote: number
  /** The last read before it, where one was made for it. */
  readonly before?: Exchange
  /** The requests sent, several where they were sent at the same moment. */
  readonly sent: readonly Exchange[]
  /** The requirement that each of them breaks; absent where they are valid. */
  readonly breaks?: readonly string[]
  /** The same once more, where a re-rating may have been the reason for a refusal. */
  readonly again?: {
    readonly before: Exchange
    readonly sent: readonly Exchange[]
    readonly after: Exchange
  }
  /** The first read afterwards, or the one that a wait ended with. */
  readonly after?: Exchange
  /** An update was accepted and the quote was not left alone since: a queued re-rating may begin at any moment. */
  readonly reRatingPending: boolean
  /** A bind of the quote was or may have been accepted before. */
  readonly bound: boolean
  /** The work for whose end the quote waits, since its journey holds it back. */
  readonly held?: Work
  /** Types of the events about the quote that had arrived before the read, and before the requests. */
  readonly received: { readonly before: readonly string[]; readonly sending: readonly string[] }
}

export interface JourneyQuote extends Quote {
  /** Default: the profile's own partner. */
  readonly partner?: 'other'
  /** The outcome that it was submitted for; default `ready_to_bind`. */
  readonly outcome?: string
}

/** Deliveries about the quotes of a journey. */
export interface ReceivedEvents {
  /** At the endpoint of the profile's own partner, and at that of the second one. */
  readonly own: readonly Arrival[]
  readonly other?: readonly Arrival[]
  /** The way to the receiver was open: what did not come was not sent. */
  readonly reached: boolean
  /** By the place of a quote: how many policies may be its own, since nothing tells whose they are. */
  readonly unclear: readonly number[]
}

/** A journey as it went. */
export interface JourneyTrace {
  readonly quotes: readonly JourneyQuote[]
  readonly steps: readonly TakenStep[]
  /** Every exchange of the journey, reads included. */
  readonly exchanges: readonly Exchange[]
  /** Absent where the profile registers no endpoint. */
  readonly events?: ReceivedEvents
}
