import type { QuoteStatus, ValidSubmission } from '../quotes/quote.ts'
import { minimumRetentionOf, rate } from './rate.ts'
import type { Rating } from './rating.ts'
import { recipes } from './tables.ts'

/** The states to which rating can lead. */
export type RatingOutcome = Extract<
  QuoteStatus,
  'ready_to_bind' | 'underwriter_review' | 'approved_rate' | 'declined' | 'failed'
>

/** How a submission is judged and priced. All functions are pure: the same submission always has the same rating. */
export interface RatingRules {
  outcome(submission: ValidSubmission): RatingOutcome
  /** Amount in dollars. */
  minimumRetention(submission: ValidSubmission): number
  rate(submission: ValidSubmission, minimumRetention: number): Rating
  /** Returns the reason for a decline that the customer reads. */
  declineReason(submission: ValidSubmission): string
}

export const standardRating: RatingRules = {
  outcome(submission) {
    if (submission.insured_name === recipes.failed.insured_name) return 'failed'
    if ((submission.claims.claims_count ?? 0) >= recipes.declined.claims_count) return 'declined'
    if (submission.question_highrisk) return 'underwriter_review'
    const domain = submission.broker_email.split('@').at(-1)?.toLowerCase() ?? ''
    return recipes.approved_rate.broker_domains.includes(domain) ? 'approved_rate' : 'ready_to_bind'
  },
  minimumRetention: minimumRetentionOf,
  rate,
  declineReason: () => 'The risk does not meet the underwriting guidelines: too many prior claims.',
}
