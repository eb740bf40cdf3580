import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { SendOptions } from '../api.ts'
import { describe } from '../judge/answer.ts'
import type { Watch } from './poll.ts'
import { stateOf } from './record.ts'

/** A quote that the suite made, with what was sent for it. */
export interface Quote {
  readonly id: string
  readonly submission: Submission
  readonly submitted: Exchange
}

/** Brings quotes into being and into states, as a partner and, where the profile allows, as an operator. */
export interface Quotes extends Watch {
  /** A valid submission for an outcome, unlike any other of the run. @throws CannotTell when the profile has no recipe */
  submission(outcome?: string): Submission
  /** Submits for an outcome and returns what was sent and answered, whatever that is. */
  submit(outcome?: string, options?: SendOptions): Promise<{ submission: Submission; answer: Exchange }>
  /** A new quote. @throws CannotTell when the answer holds no quote id */
  create(outcome?: string, options?: SendOptions): Promise<Quote>
  /** A new quote that was brought into a state; a state that passes may be over by then. @throws CannotTell when it does not come there */
  reach(state: QuoteState): Promise<Quote>
}

/** Describes the result of a request in a few words. */
export function outcomeOf(exchange: Exchange): string {
  if (exchange.answer === undefined) return exchange.failure?.message ?? 'no answer'
  return stateOf(exchange) ?? describe(exchange.answer)
}
