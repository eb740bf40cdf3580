import type { BehaviourChange } from '../behaviour.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

const to =
  (state: QuoteStatus) =>
  (quote: Quote): void => {
    quote.status = state
  }

const OFF_THE_TABLE = 'states-follow-the-table'

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

const SECOND_MS = 1000

/** Reviews that end wrongly, and quotes that come back from their end (3.states, 3.transitions). */
export const reviewMutants: readonly Mutant[] = [
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
    id: 'approvals-are-of-older-quotes-too',
    says: 'An approval counts for the broker, and also approves earlier quotes of that broker',
    kills: ['transition-underwriter-review-to-ready-to-bind'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          const isDone = lifecycle.review(quote, end, platform)
          if (!isDone || end === 'declined') return isDone
          for (const other of platform.quotes.values()) {
            if (other === quote) break
            if (other.submission.broker_email === quote.submission.broker_email)
              lifecycle.review(other, end, platform)
          }
          return isDone
        },
      },
    }),
  },
  {
    id: 'refused-declines-wait-for-the-issue',
    says: 'A decline of a quote that is bound is refused, and its order stays in the queue',
    kills: ['transition-bound-to-issued'],
    change({ lifecycle }) {
      const declined = new WeakSet<Quote>()
      return {
        lifecycle: {
          review(quote, end, platform) {
            if (quote.status === 'bound' && end === 'declined') declined.add(quote)
            return lifecycle.review(quote, end, platform)
          },
        },
        effects: {
          bound(quote, platform) {
            const { work, events, issue, behaviour } = platform
            events.occur('bound', quote, platform)
            work.schedule(behaviour.timing.issue, () =>
              issue.pass(() => {
                if (declined.has(quote)) quote.status = 'declined'
                else move(quote, 'issued', platform)
              }),
            )
          },
        },
      }
    },
  },
  {
    id: 'a-refused-approval-rates-a-failed-quote-again',
    says: 'An approval of a failed quote is refused, and carried out a second later all the same',
    kills: ['failed-is-terminal'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (quote.status === 'failed' && end === 'ready_to_bind')
            platform.work.schedule(SECOND_MS, () => {
              quote.status = 'underwriter_review'
            })
          return lifecycle.review(quote, end, platform)
        },
      },
    }),
  },
  {
    id: 'declined-reviews-can-be-approved',
    says: 'A declined quote can still be approved in the list of ended reviews',
    kills: ['declined-is-terminal'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (quote.status === 'declined' && end === 'ready_to_bind') quote.status = 'underwriter_review'
          return lifecycle.review(quote, end, platform)
        },
      },
    }),
  },
  {
    id: 'onboarding-forgets-the-review',
    says: 'Onboarding a broker makes those of its quotes ready as well that a review has declined',
    kills: ['declined-is-terminal'],
    change: ({ brokers }) => ({
      brokers: {
        onboard(email, platform) {
          brokers.onboard(email, platform)
          for (const quote of platform.quotes.values())
            if (quote.status === 'declined' && quote.submission.broker_email === email)
              quote.status = 'ready_to_bind'
        },
      },
    }),
  },
]
