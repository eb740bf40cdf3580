import type { Form } from '../../../../../generators/forms.ts'

/** A condition: how its quotes differ from ordinary ones. A field that is left out is ordinary. */
export interface Condition {
  /** Unique; in kebab case. */
  readonly id: string
  /** How many quotes are made. Default 1. */
  readonly quotes?: number
  /** True when they are made one after another; default is all at once. */
  readonly inTurn?: boolean
  /** The profile's recipe for them. Default `ready_to_bind`. */
  readonly outcome?: 'underwriter_review' | 'approved_rate' | 'retention_raised'
  /** Work that an operator holds back for a while. */
  readonly hold?: 'rating' | 'issue'
  readonly review?: 'approve' | 'decline'
  /** True when a contact is changed before the bind. */
  readonly update?: boolean
  /** Default `primary`. */
  readonly key?: 'secondary'
  /** True when a new token is obtained meanwhile. */
  readonly renewed?: boolean
  /** The partner of the quotes; default is the profile's own, which the endpoint belongs to. */
  readonly partner?: 'other'
  /**
   * The client whose tokens are used after the submission; default is that of the profile. One that is deactivated submits, and the
   * profile's own goes on.
   */
  readonly client?: 'second' | 'deactivated'
  /** How their submissions are written. */
  readonly form?: Extract<Form, 'beyond-ascii' | 'apostrophe' | 'punctuation' | 'known-tax-id' | 'known-name'>
  /** False when nothing is bound. Policies of one insured cannot be told apart, since they name no quote (R28). */
  readonly binds?: false
}

/**
 * Conditions under which every statement about events is judged. Platforms often fail where two circumstances meet, so the
 * later conditions combine the earlier ones.
 */
export const CONDITIONS: readonly Condition[] = [
  { id: 'straight-through' },
  { id: 'one-after-another', quotes: 2, inTurn: true },
  { id: 'at-once', quotes: 5 },
  { id: 'secondary-key', key: 'secondary' },
  { id: 'renewed-token', renewed: true },
  { id: 'beyond-ascii', form: 'beyond-ascii' },
  { id: 'apostrophe', form: 'apostrophe' },
  { id: 'punctuation', form: 'punctuation' },
  { id: 'same-tax-id', form: 'known-tax-id', quotes: 2 },
  { id: 'same-insured', form: 'known-name', quotes: 3, inTurn: true, binds: false },
  { id: 'second-client', client: 'second' },
  { id: 'client-deactivated', client: 'deactivated' },
  { id: 'retention-raised', outcome: 'retention_raised' },
  { id: 'updated', update: true },
  { id: 'review-approved', outcome: 'underwriter_review', review: 'approve' },
  { id: 'review-declined', outcome: 'underwriter_review', review: 'decline' },
  { id: 'approved-rate', outcome: 'approved_rate' },
  { id: 'other-partner', partner: 'other' },
  { id: 'rating-held', hold: 'rating', quotes: 3 },
  { id: 'issue-held', hold: 'issue', quotes: 2 },
  {
    id: 'review-approved-updated-beyond-ascii',
    outcome: 'underwriter_review',
    review: 'approve',
    update: true,
    form: 'beyond-ascii',
  },
  { id: 'retention-raised-secondary-key-at-once', outcome: 'retention_raised', key: 'secondary', quotes: 3 },
  { id: 'rating-held-other-partner', hold: 'rating', partner: 'other' },
  {
    id: 'rating-held-review-approved-secondary-key',
    hold: 'rating',
    outcome: 'underwriter_review',
    review: 'approve',
    key: 'secondary',
  },
  { id: 'rating-held-renewed-token-beyond-ascii', hold: 'rating', renewed: true, form: 'beyond-ascii' },
  {
    id: 'issue-held-review-approved-renewed-token',
    hold: 'issue',
    outcome: 'underwriter_review',
    review: 'approve',
    renewed: true,
  },
  { id: 'issue-held-updated-secondary-key', hold: 'issue', update: true, key: 'secondary' },
]
