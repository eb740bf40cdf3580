import type { Quote } from '../../quotes/quote.ts'
import { noting } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Quotes whose proposal was downloaded. */
const downloaded = new WeakSet<Quote>()
/** Quotes for which an update was requested during their review. */
const askedFor = new WeakSet<Quote>()

/** Defects that need a review and an earlier action together. */
export const reviewMutants: readonly Mutant[] = [
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
    change: (base) => ({
      ...noting('update', 'underwriter_review', askedFor)(base),
      effects: {
        declined(quote, platform) {
          base.effects.declined(quote, platform)
          if (askedFor.has(quote)) quote.status = 'ready_to_bind'
        },
      },
    }),
  },
]
