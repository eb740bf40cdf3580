import type { Platform } from '../platform.ts'
import type { RatingOutcome } from '../rating/rules.ts'
import { readTable } from '../table.ts'
import type { Quote, QuoteStatus } from './quote.ts'

/** Where quotes may go, and what may be done with them where (section 3). */
export interface LifecycleRules {
  readonly transitions: Readonly<Record<QuoteStatus, readonly QuoteStatus[]>>
  /** States that show what was rated. */
  readonly rated: readonly QuoteStatus[]
  readonly updatable: readonly QuoteStatus[]
  readonly bindable: readonly QuoteStatus[]
  /** The state of a new quote. */
  readonly initial: QuoteStatus
  /** Says whether a submission is declined at once, so that it makes no quote. */
  declinesAtOnce(outcome: RatingOutcome, platform: Platform): boolean
  /** Ends a manual review; false when the quote awaits none. */
  review(quote: Quote, end: 'ready_to_bind' | 'declined', platform: Platform): boolean
}

type Table = Pick<LifecycleRules, 'transitions' | 'rated' | 'updatable' | 'bindable'>

export const standardLifecycle: LifecycleRules = {
  ...readTable<Table>('lifecycle.yaml', import.meta.url),
  initial: 'pending',
  // While rating is held, nothing is known yet of what it will come to.
  declinesAtOnce: (outcome, { rating }) => outcome === 'declined' && !rating.held,
  review: (quote, end, platform) => quote.status === 'underwriter_review' && move(quote, end, platform),
}

/**
 * Brings a quote into a state and starts what belongs to it.
 *
 * @returns false when the transition table has no such way; nothing has happened then
 */
export function move(quote: Quote, to: QuoteStatus, platform: Platform): boolean {
  const { lifecycle, effects } = platform.behaviour
  if (!lifecycle.transitions[quote.status].includes(to)) return false
  quote.status = to
  effects[to](quote, platform)
  return true
}
