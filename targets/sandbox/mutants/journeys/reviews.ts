import type { Quote } from '../../quotes/quote.ts'
import { type JourneyMutant, quoteOf } from './mutant.ts'

/** Quotes whose proposal was downloaded. */
const downloaded = new WeakSet<Quote>()
/** Quotes that somebody tried to update during their review. */
const askedFor = new WeakSet<Quote>()

/** What a review and what came before it spoil between them. */
export const reviewMutants: readonly JourneyMutant[] = [
  {
    id: 'declined-keeps-its-proposal',
    says: 'A proposal that was downloaded during the review can be downloaded after the quote was declined',
    kills: ['quote-proposal-in-declined'],
    change: ({ documents }) => ({
      documents: {
        code(name, quote, platform) {
          const code = documents.code(name, quote, platform)
          if (name !== 'quote-proposal' || quote === undefined) return code
          if (code === 200) downloaded.add(quote)
          return quote.status === 'declined' && downloaded.has(quote) ? 200 : code
        },
      },
    }),
  },
  {
    id: 'updated-review-declines-into-ready',
    says: 'A quote that somebody tried to update during its review is not declined: it becomes ready to bind',
    kills: ['transition-underwriter-review-to-declined'],
    change: ({ operations, effects }) => ({
      operations: {
        update(call, platform) {
          const quote = quoteOf(call, platform)
          if (quote?.status === 'underwriter_review') askedFor.add(quote)
          return operations.update(call, platform)
        },
      },
      effects: {
        declined(quote, platform) {
          effects.declined(quote, platform)
          if (askedFor.has(quote)) quote.status = 'ready_to_bind'
        },
      },
    }),
  },
]
