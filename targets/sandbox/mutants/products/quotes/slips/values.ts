import type { Behaviour } from '../../../../behaviour.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import type { Rating } from '../../../../rating/rating.ts'
import { answering, quoteOf, rewritten } from '../../../answers.ts'
import { disturbing, type QuoteSlip, slip } from './slip.ts'

type TermField = keyof Behaviour['policyTerm'] & string

/** The wrong value where it is another one, so that a slip without an effect has not happened. */
const wrongly = (right: unknown, wrong: unknown, happens: () => boolean): unknown =>
  wrong !== right && happens() ? wrong : right

/** Writes another value into a field of the rated term. */
const rated =
  (
    field: TermField,
    value: (right: unknown, quote: Quote, platform: Platform) => unknown,
  ): QuoteSlip['change'] =>
  (happens) =>
  ({ policyTerm }) => ({
    policyTerm: {
      [field](rating: Rating, platform: Platform, quote: Quote) {
        const right = policyTerm[field]?.(rating, platform, quote)
        return wrongly(right, value(right, quote, platform), () => happens(quote, platform))
      },
    },
  })

/** Writes another value into a field of the record. */
const recorded =
  (
    field: string,
    value: (right: unknown, quote: Quote, platform: Platform) => unknown,
  ): QuoteSlip['change'] =>
  (happens) =>
  ({ record }) => ({
    record: {
      [field](quote: Quote, platform: Platform) {
        const right = record[field]?.(quote, platform)
        return wrongly(right, value(right, quote, platform), () => happens(quote, platform))
      },
    },
  })

/** A value that is another one at each read. */
const drifting = (value: (right: unknown, reads: number) => unknown) => {
  const reads = new WeakMap<Quote, number>()
  return (right: unknown, quote: Quote): unknown => {
    reads.set(quote, (reads.get(quote) ?? 0) + 1)
    return value(right, reads.get(quote) ?? 0)
  }
}

/** Changes the status answer of a quote in a state. */
const stated =
  (state: QuoteStatus, value: unknown): QuoteSlip['change'] =>
  (happens) =>
    answering(['status'], (answer, call, platform) => {
      const quote = quoteOf(call, platform)
      if (quote?.status !== state || !happens(quote, platform)) return answer
      return rewritten(answer, (body) =>
        typeof body.data === 'object' ? { ...body, data: { ...body.data, quote_status: value } } : body,
      )
    })

/** Rates a retention as it was submitted. */
const cents = (right: unknown): unknown => String(right).replace(/\.\d\d$/, '')

/** One line a slip of what the record says (2.2). */
export const VALUE_SLIPS: readonly QuoteSlip[] = [
  slip(
    'other-term',
    'The term begins on another day',
    ['effective-date-as-submitted'],
    rated('effective_date', () => '2031-05-05'),
  ),
  slip(
    'other-limit',
    'The limit is another one',
    ['agg-limit-as-submitted'],
    rated('agg_limit', () => '$7,000,000.00'),
  ),
  slip(
    'slashed-expiration',
    'The last day is written with slashes',
    ['record-policy-term-expiration-date'],
    rated('expiration_date', (right) => String(right).replaceAll('-', '/')),
  ),
  slip(
    'premium-without-cents',
    'The premium has no cents',
    ['record-policy-term-premium-only'],
    rated('premium_only', cents),
  ),
  slip(
    'fee-without-cents',
    'The fee has no cents',
    ['record-policy-term-policy-fee'],
    rated('policy_fee', cents),
  ),
  slip(
    'no-raise',
    'The retention stays as submitted',
    ['retention-below-minimum-is-raised'],
    rated('retention', (right, { submission }, { behaviour }) =>
      Number(submission.retention) < behaviour.rating.minimumRetention(submission)
        ? behaviour.formats.money(Number(submission.retention))
        : right,
    ),
  ),
  slip(
    'no-note',
    'The message on a raised retention is missing',
    ['retention-raised-message'],
    recorded('message', () => undefined),
  ),
  slip(
    'created-at-drifts',
    'The time of creation is later at each read',
    ['created-at-never-changes'],
    (happens) =>
      recorded(
        'created_at',
        drifting((right, reads) => new Date(Date.parse(String(right)) + reads * 1000).toISOString()),
      )(happens),
  ),
  disturbing(
    'stale-status',
    'A bound quote is shown as ready to bind',
    ['states-follow-the-table'],
    stated('issued', 'ready_to_bind'),
  ),
  slip(
    'no-checkout-link',
    'The link to the checkout is missing',
    ['record-checkout-link'],
    recorded('checkout_link', () => undefined),
  ),
]
