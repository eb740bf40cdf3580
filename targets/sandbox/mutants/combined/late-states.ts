import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'

/** Gives a document of some quotes another code than the usual one. */
const coding =
  (document: string, code: number, when: (quote: Quote) => boolean): Mutant['change'] =>
  ({ documents }) => ({
    documents: {
      code: (name, quote, platform) =>
        name === document && quote !== undefined && when(quote)
          ? code
          : documents.code(name, quote, platform),
    },
  })

/** Says whether a person reviewed a quote: only quotes with high risk come to a review. */
const isReviewed = ({ submission, status }: Quote): boolean =>
  submission.question_highrisk && status === 'bound'

/** Defects of documents in a state that a quote comes to by an unusual way (3.documents, R17, R18). */
export const lateStateMutants: readonly Mutant[] = [
  {
    id: 'reviewed-policies-at-the-bind',
    says: 'The policy of a quote that a person approved can be downloaded as soon as it is bound',
    kills: ['policy-only-in-issued'],
    change: coding('policy', 200, isReviewed),
  },
  {
    id: 'reviewed-proposals-in-bound',
    says: 'The proposal of a quote that a person approved stays available during the bind',
    kills: ['quote-proposal-in-bound'],
    change: coding('quote-proposal', 200, isReviewed),
  },
  {
    id: 'proposals-of-raised-retentions-are-gone-in-bound',
    says: 'The proposal of a quote with a raised retention is not found while the quote is bound',
    kills: ['quote-proposal-in-bound'],
    change: coding(
      'quote-proposal',
      404,
      ({ submission, status }) => status === 'bound' && Number(submission.retention) < 2500,
    ),
  },
  {
    id: 'proposals-of-late-declines-still-to-come',
    says: 'A quote that is declined late still waits for its proposal',
    kills: ['quote-proposal-in-declined'],
    change: coding(
      'quote-proposal',
      409,
      ({ status, proposal }) => status === 'declined' && proposal === 'none',
    ),
  },
]
