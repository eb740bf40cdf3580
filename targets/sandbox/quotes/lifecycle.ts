import { readTable } from '../../../conformance/table.ts'
import type { Platform } from '../platform.ts'
import type { Quote, QuoteStatus } from './quote.ts'
import type { LifecycleRules } from './rules.ts'

type Table = Pick<LifecycleRules<Platform>, 'transitions' | 'rated' | 'updatable' | 'bindable'>

export const standardLifecycle: LifecycleRules<Platform> = {
  ...readTable<Table>('lifecycle.yaml', import.meta.url),
  initial: 'pending',
  // While rating is held, its outcome is not known yet.
  declinesAtOnce: (outcome, { rating }) => outcome === 'declined' && !rating.held,
  review: (quote, end, platform) => quote.status === 'underwriter_review' && move(quote, end, platform),
  reRated: () => undefined,
}

/**
 * Moves a quote to a state and starts the effects of that state.
 *
 * @returns false when the transition table has no such transition; then nothing has happened
 */
export function move(quote: Quote, to: QuoteStatus, platform: Platform): boolean {
  const { lifecycle, effects } = platform.behaviour
  if (!lifecycle.transitions[quote.status].includes(to)) return false
  quote.status = to
  effects[to](quote, platform)
  return true
}
