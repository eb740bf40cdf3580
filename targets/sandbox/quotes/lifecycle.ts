import type { Platform } from '../platform.ts'
import { readTable } from '../table.ts'
import type { Quote, QuoteStatus } from './quote.ts'
import type { LifecycleRules } from './rules.ts'

type Table = Pick<LifecycleRules<Platform>, 'transitions' | 'rated' | 'updatable' | 'bindable'>

export const standardLifecycle: LifecycleRules<Platform> = {
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
