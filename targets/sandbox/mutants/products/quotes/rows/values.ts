import { type ProductRow, productRow } from '../../row.ts'

/** Defects of records in some circumstances: one line a mutant (2.2). */
export const VALUE_ROWS: readonly ProductRow[] = [
  productRow(
    'raised-retention-forgotten-after-an-update',
    'An update writes the submitted retention over the one that was rated',
    'no-raise',
    ['updated'],
  ),
  productRow(
    'updates-after-a-review-lose-the-minimum',
    'An update of a quote that a review approved writes the submitted retention back',
    'no-raise',
    ['reviewed', 'updated'],
  ),
  productRow(
    'raised-retention-forgotten-for-long-names',
    'Quotes with a name of more than 200 letters are rated by an old program, which knows no minimum retention',
    'no-raise',
    ['long-name'],
  ),
  productRow(
    'reviewed-months-have-thirty-days',
    'Reviewers count months of thirty days, so that a term that begins on the 31st begins a day early',
    'other-term',
    ['reviewed', 'on-a-31st'],
  ),
  productRow(
    'updates-of-another-day-move-the-effective-date',
    'An update on a later day moves the effective date on by as many days',
    'other-term',
    ['updated', 'waited-a-day'],
  ),
  productRow(
    'no-note-for-brokers-who-are-not-onboarded',
    'The message on a raised retention is shown only while the quote can be bound',
    'no-note',
    ['in-approved-rate'],
  ),
  productRow(
    'no-note-for-later-partners',
    'The message on a raised retention is switched on for one partner only',
    'no-note',
    ['other-partner'],
  ),
  productRow(
    'reviewed-raises-without-a-note',
    'A review writes the rate anew, and loses the message on a raised retention',
    'no-note',
    ['high-risk'],
  ),
]
