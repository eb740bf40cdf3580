import type { BehaviourChange } from '../behaviour.ts'
import type { Platform } from '../platform.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

/** Does something a while after a quote has entered a state, if it is still in that state. */
const afterwards =
  (state: QuoteStatus, delayMs: number, then: (quote: Quote, platform: Platform) => void): BehaviourChange =>
  ({ effects }) => ({
    effects: {
      [state]: (quote: Quote, platform: Platform) => {
        effects[state](quote, platform)
        platform.clock.schedule(delayMs, () => {
          if (quote.status === state) then(quote, platform)
        })
      },
    },
  })

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
    id: 'declined-review-fails',
    says: 'A review that declines leaves its quote in failed',
    kills: ['transition-underwriter-review-to-declined', OFF_THE_TABLE],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (end === 'ready_to_bind') return lifecycle.review(quote, end, platform)
          to('failed')(quote)
          return true
        },
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
    id: 'approved-review-not-bindable',
    says: 'A quote that a person approved is in ready_to_bind, but its bind is refused',
    kills: ['bind-in-ready-to-bind'],
    change: ({ lifecycle, operations }) => {
      const reviewed = new WeakSet<Quote>()
      return {
        lifecycle: {
          review(quote, end, platform) {
            reviewed.add(quote)
            return lifecycle.review(quote, end, platform)
          },
        },
        operations: {
          bind(call, platform) {
            const quote = platform.quotes.get(call.id.toLowerCase())
            return quote !== undefined && reviewed.has(quote)
              ? platform.behaviour.answers.error(400, 'This quote cannot be bound.')
              : operations.bind(call, platform)
          },
        },
      }
    },
  },
  {
    id: 'declined-reopens',
    says: 'A nightly job sends declined quotes to a review again',
    kills: ['declined-is-terminal', OFF_THE_TABLE],
    change: afterwards('declined', 4000, to('underwriter_review')),
  },
  {
    id: 'failed-is-tried-again',
    says: 'Quotes that failed are tried again after a while',
    kills: ['failed-is-terminal', OFF_THE_TABLE],
    change: afterwards('failed', 4000, to('pending')),
  },
  {
    id: 'issued-reopens',
    says: 'An issued quote is shown as bound while its policy is written once more',
    kills: ['issued-is-final', OFF_THE_TABLE],
    change: afterwards('issued', 4000, to('bound')),
  },
  {
    id: 'ready-quotes-bind-themselves',
    says: 'A quote that nobody binds for some seconds is bound by a job',
    kills: ['issued-only-by-bind'],
    change: afterwards('ready_to_bind', 5000, (quote, platform) => void move(quote, 'bound', platform)),
  },
  {
    id: 'approved-rates-are-issued',
    says: 'A broker that is not onboarded gets its policy all the same, without a bind',
    kills: ['issued-only-by-bind', OFF_THE_TABLE],
    change: afterwards('approved_rate', 4000, to('issued')),
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
    id: 'offers-run-out-after-a-month',
    says: 'A quote that nobody binds within thirty days is declined, since its offer has run out',
    kills: [OFF_THE_TABLE],
    change: afterwards('ready_to_bind', 30 * 24 * 3_600_000, to('declined')),
  },
  {
    id: 'declined-quotes-fail-in-the-archive',
    says: 'A declined quote is archived after a day, and the archive shows it as failed',
    kills: [OFF_THE_TABLE],
    change: afterwards('declined', 24 * 3_600_000, to('failed')),
  },
  {
    id: 'bound-falls-back-after-an-hour',
    says: 'A bind that is not issued within an hour is undone by a job',
    kills: [OFF_THE_TABLE],
    change: afterwards('bound', 3_600_000, to('ready_to_bind')),
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
]
