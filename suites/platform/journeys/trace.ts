import type { Exchange } from '../../../conformance/exchange.ts'
import type { JourneyAction } from '../../../generators/journeys/journey.ts'
import type { NamedQuotes } from '../vocabulary/documents/whose.ts'
import type { Opening } from '../vocabulary/reading/reading.ts'
import type { MadeQuote } from '../vocabulary/submissions/in-forms.ts'

/** One step that was carried out. */
export interface TakenStep {
  /** Description of the step: `once quote 1 is rated, bind it`. */
  readonly text: string
  readonly action: JourneyAction | 'submit' | 'end'
  /** Index of the quote in `JourneyTrace.quotes`. */
  readonly quote: number
  /** The last status read before the requests, if there was one. */
  readonly before?: Exchange
  /** The exchanges of the step. */
  readonly sent: readonly Exchange[]
  /** The requirement that each request breaks; absent where all are valid. */
  readonly breaks?: readonly string[]
  /** The first status read afterwards, or the last one of a wait. */
  readonly after?: Exchange
  /** Result of opening the document with a PDF reader. */
  readonly opening?: Opening
  /** The quotes of the run that its pages name. */
  readonly names?: NamedQuotes
}

export interface JourneyQuote extends MadeQuote {
  /** Default: the profile's own partner. */
  readonly partner?: 'other'
  /** The outcome for which it was submitted; default `ready_to_bind`. */
  readonly outcome?: string
  /** The profile says that its retention is raised, and nothing in how it was made may rightly change that. */
  readonly isRaisePromised?: true
}

/** The record of a driven journey. */
export interface JourneyTrace {
  readonly quotes: readonly JourneyQuote[]
  readonly steps: readonly TakenStep[]
  /** Every exchange of the journey, reads included. */
  readonly exchanges: readonly Exchange[]
  /** The `must` requirements on events that it broke by itself; absent for none. */
  readonly broken?: readonly string[]
  /** Why the journey could not be driven, and the profile key that would help. */
  readonly left?: { readonly why: string; readonly key?: string }
}
