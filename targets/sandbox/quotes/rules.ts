import type { ApiCall, ApiOperation, HttpAnswer } from '../http/answer.ts'
import type { Rating } from '../rating/rating.ts'
import type { RatingOutcome } from '../rating/rules.ts'
import type { Quote, QuoteStatus } from './quote.ts'

/** Which transitions quotes can make, and what is allowed in which state (section 3). */
export interface LifecycleRules<P> {
  readonly transitions: Readonly<Record<QuoteStatus, readonly QuoteStatus[]>>
  /** States that show rated values. */
  readonly rated: readonly QuoteStatus[]
  readonly updatable: readonly QuoteStatus[]
  readonly bindable: readonly QuoteStatus[]
  /** The state of a new quote. */
  readonly initial: QuoteStatus
  /** Says whether a submission is declined in its own answer, so that it makes no quote. */
  declinesAtOnce(outcome: RatingOutcome, platform: P): boolean
  /** Ends a manual review; false when the quote is not in one. */
  review(quote: Quote, end: 'ready_to_bind' | 'declined', platform: P): boolean
  /** The state in which the re-rating after an update ends; undefined where it changes only prices. */
  reRated(quote: Quote): QuoteStatus | undefined
}

export type QuoteEffect<P> = (quote: Quote, platform: P) => void

/** Effects when a quote enters a state, after an update, and at the end of each asynchronous step. */
export interface QuoteEffects<P> extends Readonly<Record<QuoteStatus, QuoteEffect<P>>> {
  readonly rated: QuoteEffect<P>
  readonly proposalGenerated: QuoteEffect<P>
  readonly proposalAnnounced: QuoteEffect<P>
  readonly updated: QuoteEffect<P>
}

/** Effect of each operation for an authenticated request. */
export type Operations<P> = Readonly<
  Record<ApiOperation, (call: ApiCall, platform: P) => HttpAnswer | Promise<HttpAnswer>>
>

/** Makes one field of the quote record; undefined omits it. */
export type RecordField<P> = (quote: Quote, platform: P) => unknown

/** Makes one field of a rated part of the record; undefined omits it. */
export type RatedField<P> = (rating: Rating, platform: P, quote: Quote) => unknown

export type RecordFields<P> = Readonly<Record<string, RecordField<P>>>

export type RatedFields<P> = Readonly<Record<string, RatedField<P>>>
