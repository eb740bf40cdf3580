import { answerAsJson } from '../http/answer.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Variant } from './variant.ts'

/** Legal answers to an update, and legal results of its re-rating (R10, R13). */
export const updateVariants: readonly Variant[] = [
  {
    id: 'update-accepted-with-202',
    says: 'An update is answered with 202 and a word for its job',
    choice: 'update answer',
    observes: ['update-code', 'update-observe-status-value'],
    change: () => ({
      answers: {
        updated: ({ id }) => answerAsJson(202, { status: 'success', data: { id, status: 'queued' } }),
      },
    }),
  },
  {
    id: 'update-goes-through-pending',
    says: 'An update sends its quote through pending, and it settles again',
    choice: 'course of an update',
    observes: ['update-observe-status-value'],
    change: ({ effects }) => ({
      effects: {
        updated(quote, platform) {
          const { lifecycle, timing } = platform.behaviour
          const settled = quote.status
          effects.updated(quote, platform)
          // A re-rating that ends in another state goes through pending anyway.
          if (lifecycle.reRated(quote) !== undefined) return
          quote.status = 'pending'
          platform.clock.schedule(timing.rerating + 100, () => {
            quote.status = settled
          })
        },
      },
    }),
  },
  {
    id: 'update-goes-through-pending-later',
    says: 'The re-rating that an update queues begins a while afterwards, changes the premium and generates the proposal anew',
    choice: 'course of an update',
    observes: ['update-observe-rates-afterwards'],
    change: () => ({
      effects: {
        updated(quote, platform) {
          platform.clock.schedule(1000, () => {
            if (quote.status !== 'ready_to_bind' && quote.status !== 'approved_rate') return
            const end = platform.behaviour.lifecycle.reRated(quote) ?? quote.status
            quote.status = 'pending'
            platform.clock.schedule(2000, () => {
              if (quote.rating !== undefined)
                quote.rating = { ...quote.rating, premium: quote.rating.premium * 1.5 }
              move(quote, end, platform)
            })
          })
        },
      },
    }),
  },
  {
    id: 're-ratings-are-held-too',
    says: 'Holding ratings also holds re-ratings after updates, which send quote.created again',
    choice: 'course of an update',
    observes: ['update-observe-status-value'],
    change: () => ({
      effects: {
        updated(quote, platform) {
          const { lifecycle, timing } = platform.behaviour
          const end = lifecycle.reRated(quote) ?? quote.status
          quote.status = 'pending'
          platform.work.schedule(timing.rerating, () =>
            platform.rating.pass(() => void move(quote, end, platform)),
          )
        },
      },
    }),
  },
  ...(['underwriter_review', 'declined', 'approved_rate', 'failed'] as const).map(
    (state): Variant => ({
      id: `update-ends-in-${state.replaceAll('_', '-')}`,
      says: `The re-rating that an update queues may end in ${state}`,
      choice: 'end of an update',
      observes: [],
      hides: ['update-leaves-quote-bindable'],
      change: () => ({ lifecycle: { reRated: () => state } }),
    }),
  ),
  {
    id: 'an-updated-review-is-reviewed-again',
    says: 'A quote that a person approved goes back to review after an update',
    choice: 'end of an update',
    observes: ['update-observe-status-value'],
    change: () => ({
      lifecycle: {
        reRated: ({ submission, status }) =>
          submission.question_highrisk && status === 'ready_to_bind' ? 'underwriter_review' : status,
      },
    }),
  },
]
