import type { Quote } from '../vocabulary/quotes/quotes.ts'

/** A quote on its way. */
export interface Traveller {
  /** Which of the journey's quotes it is, in order of submission. */
  readonly place: number
  readonly quote: Quote
  /** An update was or may have been accepted, and the quote was not left alone since. */
  reRatingPending: boolean
  /** A bind was or may have been accepted. */
  bound: boolean
}

export const newTraveller = (place: number, quote: Quote): Traveller => ({
  place,
  quote,
  reRatingPending: false,
  bound: false,
})
