import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

/** Changes a field of the record. */
const field =
  (name: keyof Behaviour['record'], change: (value: unknown, quote: Quote) => unknown): BehaviourChange =>
  ({ record }) => ({
    record: { [name]: (quote: Quote, platform: Platform) => change(record[name]?.(quote, platform), quote) },
  })

/** Swaps points and commas in amounts of money. */
const swappedMarks = (text: string): string =>
  text.replace(/\$[\d,]+\.\d\d/g, (money) => money.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')))

/** Wrong forms of the fields that every record has, and of money and dates in general (2.3). */
export const recordFormMutants: readonly Mutant[] = [
  {
    id: 'message-as-list',
    says: 'The message is a list, since there may be several one day',
    kills: ['record-message'],
    change: field('message', (value) => (value === undefined ? value : [value])),
  },
  {
    id: 'quote-id-of-the-policy',
    says: 'Once issued the record carries the id of the policy as that of the quote',
    kills: ['quote-id-never-changes'],
    change: field('quote_id', (value, quote) => quote.policyId ?? value),
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
    id: 'money-in-the-language-of-the-reader',
    says: 'Amounts are written in the language that the request asks for',
    kills: ['record-policy-term-premium-only'],
    change({ access, http }) {
      let reader: unknown
      return {
        access: {
          token(visitor, platform) {
            reader = visitor.headers['accept-language']
            return access.token(visitor, platform)
          },
        },
        http: {
          finished(answer, operation, platform) {
            const finished = http.finished(answer, operation, platform)
            const isGerman = String(reader).startsWith('de') && typeof finished.body === 'string'
            return isGerman ? { ...finished, body: swappedMarks(String(finished.body)) } : finished
          },
        },
      }
    },
  },
]
