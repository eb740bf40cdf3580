import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { recordOf } from '../../../vocabulary/quotes/record.ts'
import type { Span } from './moment.ts'
import { momentOf } from './moment.ts'

/**
 * Returns the platform's time at the start of the scenario, in milliseconds since the epoch. It follows from the moment at which
 * the platform says that it made a quote; undefined where it says none.
 *
 * @param made when it was made, in target time
 */
export function epochOf({ submitted }: Pick<Quote, 'submitted'>, made: Span): Span | undefined {
  const stated = momentOf(recordOf(submitted)?.created_at)
  return stated && { least: stated.least - made.most, most: stated.most - made.least }
}
