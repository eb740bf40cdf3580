import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import type { QuoteHistory } from '../../../course.ts'
import type { Guard } from '../../product.ts'

export type QuoteGuard = Guard<Quote, QuoteHistory>

/** Says whether a quote is in a circumstance now. */
export type GuardHolds = (course: QuoteHistory, quote: Quote, platform: Platform) => boolean

export const guard = (id: string, words: string, holds: GuardHolds): QuoteGuard => ({ id, words, holds })
