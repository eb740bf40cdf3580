import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { describe } from '../judge/answer.ts'
import type { RequestOptions } from './api.ts'
import type { Watch } from './poll.ts'
import { stateOf } from './record.ts'

/** A quote that the suite made, with its submission and the exchange. */
export interface SubmittedQuote {
  readonly id: string
  readonly submission: Submission
  readonly submitted: Exchange
}

/** Makes quotes and brings them into states, as a partner and, where the profile allows, as an operator. */
export interface Quotes extends Watch {
  /** Makes a valid submission for an outcome, unique in the run. @throws CannotTell when the profile has no recipe */
  submission(outcome?: string): Submission
  /** Submits for an outcome and returns the submission and the exchange, whatever the answer is. */
  submit(outcome?: string, options?: RequestOptions): Promise<{ submission: Submission; answer: Exchange }>
  /** Makes a quote. @throws CannotTell when the answer holds no quote id */
  create(outcome?: string, options?: RequestOptions): Promise<SubmittedQuote>
  /** Makes a quote and brings it into a state; a transient state may already be over. @throws CannotTell when it comes elsewhere */
  reach(state: QuoteState): Promise<SubmittedQuote>
}

/** Describes the result of a request in a few words. */
export function outcomeOf(exchange: Exchange): string {
  if (exchange.answer === undefined) return exchange.failure?.message ?? 'no answer'
  return stateOf(exchange) ?? describe(exchange.answer)
}
