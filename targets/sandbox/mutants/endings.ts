import type { BehaviourChange } from '../behaviour.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

const to =
  (state: QuoteStatus) =>
  (quote: Quote): void => {
    quote.status = state
  }

/** Ends all reviews of a partner as one of its reviews ended, if that quote is old enough. */
const endingAll =
  (meant: 'ready_to_bind' | 'declined', leastMs = 0): BehaviourChange =>
  ({ lifecycle }) => ({
    lifecycle: {
      review(quote, end, platform) {
        const isReviewed = lifecycle.review(quote, end, platform)
        const isMeant = end === meant && platform.clock.now() - quote.createdAt >= leastMs
        if (isReviewed && isMeant)
          for (const other of platform.quotes.values())
            if (other.partnerId === quote.partnerId) lifecycle.review(other, end, platform)
        return isReviewed
      },
    },
  })

const OFF_THE_TABLE = 'states-follow-the-table'

/** Defects of reviews, and of states that are final or wait for a partner (3.states, 3.transitions). */
export const endingMutants: readonly Mutant[] = [
  {
    id: 'approved-review-stays',
    says: 'An approval changes the record of the review, but not the quote',
    kills: ['transition-underwriter-review-to-ready-to-bind'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review: (quote, end, platform) => end === 'ready_to_bind' || lifecycle.review(quote, end, platform),
      },
    }),
  },
  {
    id: 'approved-review-rates-again',
    says: 'A quote whose review approved goes back to pending and is rated anew',
    kills: [OFF_THE_TABLE],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (end === 'declined') return lifecycle.review(quote, end, platform)
          to('pending')(quote)
          platform.clock.schedule(1500, () => void move(quote, 'ready_to_bind', platform))
          return true
        },
      },
    }),
  },
  {
    id: 'rates-at-once-without-its-rate',
    says: 'The state in the answer to submit is older than that of the quote',
    kills: ['submit-returns-rated-details'],
    change: ({ effects, answers }) => ({
      effects: {
        pending: (quote, platform) => platform.rating.pass(() => effects.rated(quote, platform)),
      },
      answers: {
        submitted(record) {
          const { policy_term, personal_cyber, coverage_details, ...rest } = record as Record<string, unknown>
          return answers.submitted(rest)
        },
      },
    }),
  },
  {
    id: 'previews-change-the-premium',
    says: 'Each preview rates the quote anew, a little higher',
    kills: ['reads-change-nothing'],
    change: ({ documents }) => ({
      documents: {
        contents(name, quote, platform) {
          if (quote.rating !== undefined)
            quote.rating = { ...quote.rating, premium: quote.rating.premium + 1 }
          return documents.contents(name, quote, platform)
        },
      },
    }),
  },
  {
    id: 'one-approval-ends-all-reviews-of-a-partner',
    says: 'An approval ends all open reviews of the partner',
    kills: ['transition-underwriter-review-to-ready-to-bind'],
    change: endingAll('ready_to_bind'),
  },
  {
    id: 'one-decline-ends-all-reviews-of-a-partner',
    says: 'A late decline ends all open reviews of the partner',
    kills: ['transition-underwriter-review-to-declined'],
    // Other scenarios decline their quotes at once: the age keeps these out.
    change: endingAll('declined', 3000),
  },
  {
    id: 'bound-falls-back',
    says: 'A bind that takes long is undone, and the quote is ready to bind again',
    kills: ['transition-bound-to-issued', 'states-follow-the-table'],
    change: () => ({
      effects: {
        bound: (quote, { clock }) => void clock.schedule(2000, () => to('ready_to_bind')(quote)),
      },
    }),
  },
]
