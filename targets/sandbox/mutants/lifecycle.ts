import type { BehaviourChange } from '../behaviour.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { RatingOutcome } from '../rating/rules.ts'
import { answering, rewritten } from './answers.ts'
import { kebabOf, type Mutant } from './mutant.ts'

/** Changes a quote's state without any of the usual effects. */
const regress = (quote: Quote, to: QuoteStatus): void => {
  quote.status = to
}

/** Gives one outcome of rating in place of another. */
const rates =
  (outcome: RatingOutcome, to: RatingOutcome): BehaviourChange =>
  ({ rating }) => ({
    rating: {
      outcome: (submission) => {
        const right = rating.outcome(submission)
        return right === outcome ? to : right
      },
    },
  })

/** Each outcome of rating replaced by a wrong one (3.transitions). */
const outcomeMutants: readonly Mutant[] = (
  [
    [
      'ready_to_bind',
      'underwriter_review',
      'Every quote is sent to a person, since the limit for that is read in cents',
    ],
    ['underwriter_review', 'ready_to_bind', 'High-risk operations are rated straight through'],
    ['approved_rate', 'ready_to_bind', 'Nobody checks whether the broker is onboarded'],
    ['failed', 'underwriter_review', 'Quotes whose processing breaks go to a review'],
    ['declined', 'underwriter_review', 'Submissions outside the guidelines go to a review'],
  ] as const
).map(([outcome, to, says]) => ({
  id: `rates-${kebabOf(outcome)}-as-${kebabOf(to)}`,
  says,
  kills: [`transition-pending-to-${kebabOf(outcome)}`],
  change: rates(outcome, to),
}))

/** Defects of the course of a quote (3.states, 3.transitions). */
export const lifecycleMutants: readonly Mutant[] = [
  ...outcomeMutants,
  {
    id: 'submit-answers-declined',
    says: 'A new quote is shown as declined until it has been rated',
    kills: ['transition-new-to-pending'],
    change: answering(['submit'], (answer) =>
      rewritten(answer, (body) =>
        body.status === 'approved'
          ? { ...body, data: { ...(body.data as object), quote_status: 'declined' } }
          : body,
      ),
    ),
  },
  {
    id: 'bound-falls-back',
    says: 'A bind that takes long is undone, and the quote is ready to bind again',
    kills: ['transition-bound-to-issued', 'states-follow-the-table'],
    change: () => ({
      effects: {
        bound: (quote, { clock }) => void clock.schedule(2000, () => regress(quote, 'ready_to_bind')),
      },
    }),
  },
]
