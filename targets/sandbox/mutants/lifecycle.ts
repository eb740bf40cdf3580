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
    id: 'rating-never-ends',
    says: 'The worker that rates loses every job',
    kills: ['pending-is-transient', 'transition-pending-to-ready-to-bind'],
    change: () => ({ effects: { pending() {} } }),
  },
  {
    id: 'bound-never-issued',
    says: 'The policy packet is never made',
    kills: ['bound-is-transient', 'transition-bound-to-issued', 'straight-through-flow'],
    change: () => ({ effects: { bound() {} } }),
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
  {
    id: 'accepted-bind-does-nothing',
    says: 'A bind is accepted and its job is lost before the state is written',
    kills: ['transition-ready-to-bind-to-bound', 'straight-through-flow', 'transition-bound-to-issued'],
    change: ({ lifecycle }) => ({
      operations: {
        bind: (call, { quotes, behaviour }) => {
          const known = quotes.get(call.id.toLowerCase())
          const quote = known && behaviour.access.sees(call.partner, known, 'bind') ? known : undefined
          return quote === undefined || !lifecycle.bindable.includes(quote.status)
            ? behaviour.answers.error(quote === undefined ? 404 : 400, 'This quote cannot be bound.')
            : behaviour.answers.bindAccepted(quote)
        },
      },
    }),
  },
  {
    id: 'issued-while-issuing-is-held',
    says: 'A bound quote is shown as ready to bind until its policy is issued',
    kills: ['transition-ready-to-bind-to-bound'],
    change: ({ record }) => ({
      record: {
        quote_status: (quote, platform) =>
          quote.status === 'bound' ? 'ready_to_bind' : record.quote_status?.(quote, platform),
      },
    }),
  },
]
