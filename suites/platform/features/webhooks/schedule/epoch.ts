import type { SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import { recordOf } from '../../../vocabulary/quotes/record.ts'
import type { Span } from '../../../vocabulary/time/span.ts'
import { momentOf } from '../../../vocabulary/time/stated.ts'

/**
 * Returns the platform's time at the start of the scenario, in milliseconds since the epoch. It is computed from the `created_at`
 * of a quote; undefined where there is none.
 *
 * @param made when the quote was made, in target time
 */
export function epochOf({ submitted }: Pick<SubmittedQuote, 'submitted'>, made: Span): Span | undefined {
  const stated = momentOf(recordOf(submitted)?.created_at)
  return stated && { least: stated.least - made.most, most: stated.most - made.least }
}
