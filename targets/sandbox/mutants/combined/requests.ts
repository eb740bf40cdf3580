import type { Quote, ValidSubmission } from '../../quotes/quote.ts'
import { alongCourses } from '../course.ts'
import type { Mutant } from '../mutant.ts'

/** Requests with wrong answers where two circumstances meet (3.documents, 4, 5, R12 to R18). */
export const combinedRequestMutants: readonly Mutant[] = [
  {
    id: 'proposal-after-a-review-not-there-when-announced',
    says: 'After a review the event of the proposal overtakes the proposal',
    kills: ['quote-proposal-follows-event'],
    change: alongCourses((courseOf) => ({ documents }) => {
      const asked = new WeakSet<Quote>()
      return {
        documents: {
          code(name, quote, platform) {
            const usual = documents.code(name, quote, platform)
            if (name !== 'quote-proposal' || quote?.status !== 'ready_to_bind' || usual !== 200) return usual
            if (!courseOf(quote).cameTo.has('underwriter_review') || asked.has(quote)) return usual
            asked.add(quote)
            return 409
          },
        },
      }
    }),
  },
  {
    id: 'forgets-the-second-held-bind',
    says: 'While issue is held, a further bind takes the place of the one that waits',
    kills: ['bound-is-transient', 'transition-bound-to-issued'],
    change: ({ effects }) => {
      let waiting: Quote | undefined
      return {
        effects: {
          bound(quote, platform) {
            if (!platform.issue.held) waiting = undefined
            else if (waiting !== undefined) return
            else waiting = quote
            effects.bound(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'declines-with-an-error-where-the-retention-is-low',
    says: 'A decline of a submission with too low a retention is answered like a wrong field',
    kills: ['declined-envelope'],
    change: ({ operations, answers, rating }) => ({
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          const { retention } = (call.body ?? {}) as { readonly retention?: unknown }
          const isLow =
            retention !== undefined &&
            Number(retention) < rating.minimumRetention(call.body as ValidSubmission)
          const isDeclined = answer.status === 400 && String(answer.body).includes('declined')
          return isDeclined && isLow ? answers.error(400, 'The retention is too low.') : answer
        },
      },
    }),
  },
]
