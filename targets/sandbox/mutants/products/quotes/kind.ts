import { readTable } from '../../../../../conformance/table.ts'
import type { Quote } from '../../../quotes/quote.ts'
import { alongCourses, type QuoteHistory } from '../../course.ts'
import type { ProductKind } from '../product.ts'
import { type MutantTable, slipsOf } from '../table.ts'
import { QUOTE_GUARDS } from './guards/index.ts'
import { QUOTE_OPERATORS } from './operators/index.ts'

export const quoteTables = ['events', 'documents', 'availability', 'requests', 'values'].map(
  (name): MutantTable => readTable(`${name}.yaml`, import.meta.url),
)

/** Slips and guards of quotes. */
export const quoteKind: ProductKind<Quote, QuoteHistory> = {
  words: 'of a quote',
  guards: QUOTE_GUARDS,
  operators: QUOTE_OPERATORS,
  slips: slipsOf(QUOTE_OPERATORS, quoteTables),
  along: alongCourses,
}
