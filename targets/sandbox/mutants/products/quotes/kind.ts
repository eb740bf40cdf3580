import type { Quote } from '../../../quotes/quote.ts'
import { alongCourses, type QuoteHistory } from '../../course.ts'
import type { ProductKind } from '../product.ts'
import { QUOTE_GUARDS } from './guards.ts'
import { QUOTE_SLIPS } from './slips/index.ts'

/** Slips and guards of quotes. */
export const quoteKind: ProductKind<Quote, QuoteHistory> = {
  words: 'of a quote',
  guards: QUOTE_GUARDS,
  slips: QUOTE_SLIPS,
  along: alongCourses,
}
