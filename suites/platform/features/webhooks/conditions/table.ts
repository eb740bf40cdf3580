import type { Form } from '../../../../../generators/forms.ts'

/** The difference between the quotes of a condition and usual ones; a field that is left out is as usual. */
export interface Condition {
  /** Unique; in kebab case. */
  readonly id: string
  /** How many quotes are made. Default 1. */
  readonly quotes?: number
  /** True when they follow each other; else all are made at once. */
  readonly inTurn?: boolean
  /** The recipe of the profile that they are made by. Default `ready_to_bind`. */
  readonly outcome?: 'underwriter_review' | 'approved_rate' | 'retention_raised'
  /** Work that an operator holds back for a while. */
  readonly hold?: 'rating' | 'issue'
  readonly review?: 'approve' | 'decline'
  /** True when a contact is changed before the bind. */
  readonly update?: boolean
  /** Default `primary`. */
  readonly key?: 'secondary'
  /** True when a new token is obtained on the way. */
  readonly renewed?: boolean
  /** Whose quotes they are; default the partner's whose endpoint listens. */
  readonly partner?: 'other'
  /** The client whose tokens are used once it is submitted. Default: that of the profile. */
  readonly client?: 'second'
  /** How their submissions are written. */
  readonly form?: Extract<Form, 'beyond-ascii' | 'apostrophe' | 'punctuation' | 'known-tax-id'>
}

/**
 * Under what every statement about events is judged. Platforms break where two things come together, so that the later ones
 * join what the first ones have alone.
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
  { id: 'second-client', client: 'second' },
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
