import type { Behaviour, BehaviourChange, BehaviourChanges } from '../behaviour.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

type Field = keyof Behaviour['record']

/** Changes a field of the record for some quotes. */
const field =
  (
    name: Field,
    change: (value: unknown, quote: Quote) => unknown,
    when: (quote: Quote) => boolean = () => true,
  ): BehaviourChange =>
  (base) =>
    ({
      record: {
        [name]: (quote, platform) => {
          const value = base.record[name]?.(quote, platform)
          return when(quote) ? change(value, quote) : value
        },
      },
    }) satisfies BehaviourChanges

const inStates =
  (...states: readonly QuoteStatus[]) =>
  ({ status }: Quote) =>
    states.includes(status)

const text = String

/** Wrong forms of the fields that every record has, and of money and dates in general (2.3). */
export const recordFormMutants: readonly Mutant[] = [
  {
    id: 'created-at-without-milliseconds',
    says: 'The time of creation is written to the second, as a date library does by default when they are zero',
    kills: ['record-created-at'],
    change: field('created_at', (value) => text(value).replace(/\.\d{3}Z$/, 'Z')),
  },
  {
    id: 'created-at-without-zeros-at-its-end',
    says: 'Trailing zeros of the time of creation are cut, so that one in ten has two decimals',
    kills: ['record-created-at'],
    change: field('created_at', (value) => text(value).replace(/\.?0+Z$/, 'Z')),
  },
  {
    id: 'created-at-in-local-time',
    says: 'The time of creation is written with the offset of the server',
    kills: ['record-created-at'],
    change: field('created_at', (value) => text(value).replace('Z', '-05:00')),
  },
  {
    id: 'created-at-in-the-hour-24',
    says: 'The hours of the time of creation are counted from 1 to 24',
    kills: ['record-created-at'],
    change: field('created_at', (value) => text(value).replace('T00:', 'T24:')),
  },
  {
    id: 'created-at-missing-once-issued',
    says: 'Issued quotes are read from another table, which has no time of creation',
    kills: ['record-created-at', 'created-at-never-changes'],
    change: field('created_at', () => undefined, inStates('issued')),
  },
  {
    id: 'created-at-moves-with-updates',
    says: 'The time of creation is that of the last change of the row',
    kills: ['created-at-never-changes'],
    change: field('created_at', () => '2026-01-01T00:00:00.000Z', inStates('bound', 'issued')),
  },
  {
    id: 'message-as-list',
    says: 'The message is a list, since there may be several one day',
    kills: ['record-message'],
    change: field('message', (value) => (value === undefined ? value : [value])),
  },
  {
    id: 'message-null',
    says: 'The message is null where there is nothing to say',
    kills: ['record-message'],
    change: field('message', (value) => value ?? null),
  },
  {
    id: 'quote-id-without-hyphens',
    says: 'The quote id is written without hyphens once the policy is issued',
    kills: ['record-quote-id', 'quote-id-never-changes'],
    change: field('quote_id', (value) => text(value).replaceAll('-', ''), inStates('issued')),
  },
  {
    id: 'quote-id-of-the-policy',
    says: 'Once issued the record carries the id of the policy as that of the quote',
    kills: ['quote-id-never-changes'],
    change: field('quote_id', (value, quote) => quote.policyId ?? value),
  },
  {
    id: 'says-published',
    says: 'A quote that is rated and cannot be bound is still called published, as before v1.8.0',
    kills: ['record-quote-status'],
    change: field('quote_status', () => 'published', inStates('approved_rate')),
  },
  {
    id: 'says-pending-bind-and-issue',
    says: 'A bound quote is still called pendingBindAndIssue, as before v1.8.0',
    kills: ['record-quote-status'],
    change: field('quote_status', () => 'pendingBindAndIssue', inStates('bound')),
  },
  {
    id: 'checkout-link-script',
    says: 'The checkout link is a script instead of an address',
    kills: ['record-checkout-link'],
    change: field('checkout_link', (value) => `javascript:open('${text(value)}')`),
  },
  {
    id: 'checkout-link-relative',
    says: 'The checkout link is a path without a host',
    kills: ['record-checkout-link'],
    change: field('checkout_link', (value) => new URL(text(value)).pathname),
  },
  {
    id: 'checkout-link-missing-until-rated',
    says: 'The checkout link is made with the rate, so that a new quote has none',
    kills: ['record-checkout-link'],
    change: field('checkout_link', () => undefined, inStates('pending')),
  },
  {
    id: 'checkout-link-missing-in-status',
    says: 'A status answer is made from a shorter view of the quote, without its checkout link',
    kills: ['status-structure-as-submit', 'record-checkout-link'],
    change: field('checkout_link', () => undefined, inStates('ready_to_bind', 'bound', 'issued')),
  },
  {
    id: 'no-details-are-an-empty-list',
    says: 'A quote without a rate has empty details, which its language writes as a list',
    kills: ['record-policy-term-premium-only'],
    change: field('policy_term', () => [], inStates('pending')),
  },
  {
    id: 'product-name-flat',
    says: 'The product name stands in the record itself and not in product_details',
    kills: ['record-product-details-product-name'],
    change: (base) => ({
      record: {
        product_details: () => undefined,
        product_name: base.record.product_details ?? (() => undefined),
      },
    }),
  },
  {
    id: 'product-name-as-code',
    says: 'The product is given by its number',
    kills: ['record-product-details-product-name'],
    change: field('product_details', () => ({ product_name: 4711 })),
  },
  {
    id: 'money-without-decimals-above-a-million',
    says: 'From a million on amounts lose their decimals',
    kills: ['record-policy-term-agg-limit'],
    change: ({ formats }) => ({
      formats: {
        money: (dollars) =>
          dollars >= 1_000_000 ? formats.money(dollars).slice(0, -3) : formats.money(dollars),
      },
    }),
  },
  {
    id: 'money-without-separators',
    says: 'Amounts have no thousands separators',
    kills: ['record-policy-term-agg-limit', 'record-policy-term-retention'],
    change: ({ formats }) => ({
      formats: { money: (dollars) => formats.money(dollars).replaceAll(',', '') },
    }),
  },
  {
    id: 'money-in-another-locale',
    says: 'Amounts are written in the locale of the server',
    kills: ['record-policy-term-agg-limit'],
    change: ({ formats }) => ({
      formats: {
        money: (dollars) => formats.money(dollars).replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
      },
    }),
  },
]
