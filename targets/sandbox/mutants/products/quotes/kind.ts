import { readTable } from '../../../../../conformance/table.ts'
import type { Quote } from '../../../quotes/quote.ts'
import { alongCourses, type QuoteHistory } from '../../course.ts'
import type { ProductKind } from '../product.ts'
import { type MutantTable, slipsOf } from '../table.ts'
import { DOCUMENTS_BY_HAND } from './by-hand/documents.ts'
import { EVENTS_BY_HAND } from './by-hand/events.ts'
import { IDS_BY_HAND } from './by-hand/ids.ts'
import { RATING_BY_HAND } from './by-hand/rating.ts'
import { REVIEWS_BY_HAND } from './by-hand/reviews.ts'
import { WRITES_BY_HAND } from './by-hand/writes.ts'
import { QUOTE_GUARDS } from './guards/index.ts'
import { QUOTE_OPERATORS } from './operators/index.ts'

export const quoteTables = ['courses', 'events', 'documents', 'availability', 'requests', 'values'].map(
  (name): MutantTable => readTable(`${name}.yaml`, import.meta.url),
)

/** Slips and guards of quotes. */
export const quoteKind: ProductKind<Quote, QuoteHistory> = {
  words: 'of a quote',
  guards: QUOTE_GUARDS,
  operators: QUOTE_OPERATORS,
  slips: slipsOf(QUOTE_OPERATORS, quoteTables),
  byHand: {
    ...REVIEWS_BY_HAND,
    ...WRITES_BY_HAND,
    ...IDS_BY_HAND,
    ...DOCUMENTS_BY_HAND,
    ...RATING_BY_HAND,
    ...EVENTS_BY_HAND,
  },
  along: alongCourses,
}
