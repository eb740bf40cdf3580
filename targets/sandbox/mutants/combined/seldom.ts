import { isObject } from '../../../../conformance/json/object.ts'
import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { Platform } from '../../platform.ts'
import type { Quote } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** True of a text in the form of a date, even if there is no such day. */
const isDated = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Removes a field of some bodies before validation. */
const withoutWhere =
  (field: string, isOut: (body: Record<string, unknown>, platform: Platform) => boolean) =>
  (base: Behaviour): BehaviourChanges =>
    operating(['submit'], (standard, call, platform) => {
      if (!isObject(call.body) || !isOut(call.body, platform)) return standard()
      const { [field]: _, ...body } = call.body
      return base.operations.submit({ ...call, body }, platform)
    })(base)

/** Defects that show in rare combinations only. */
export const seldomMutants: readonly Mutant[] = [
  {
    id: 'known-insured-keep-their-tax-id',
    says: 'The tax id of an insured who was quoted before is not checked again',
    kills: ['submit-format-insured-taxid'],
    change: withoutWhere('insured_taxid', (body, { quotes }) =>
      [...quotes.values()].some(({ submission }) => submission.insured_name === body.insured_name),
    ),
  },
  {
    id: 'amounts-with-a-point-times-ten',
    says: 'The decimal point of an amount is dropped like a comma, so that the amount is too large',
    kills: ['number-and-string-rate-alike'],
    change({ policyTerm }) {
      const tenfold = new Set<string>()
      return {
        http: {
          reads(text) {
            const [, name] = /"insured_name":"([^"]*)"/.exec(text) ?? []
            if (name !== undefined && /"revenue":\d+\.0/.test(text)) tenfold.add(name)
            return true
          },
        },
        policyTerm: {
          premium_only: (rating, platform, quote) =>
            tenfold.has(String(quote.submission.insured_name))
              ? '$98,760.00'
              : policyTerm.premium_only?.(rating, platform, quote),
        },
      }
    },
  },
  {
    id: 'held-submissions-have-any-date',
    says: 'While rating is held, the date of a submission is checked only when it is rated',
    kills: ['submit-format-effective-date'],
    change: (base) =>
      operating(['submit'], (standard, call, platform) => {
        if (!platform.rating.held || !isObject(call.body) || !isDated(call.body.effective_date))
          return standard()
        return base.operations.submit(
          { ...call, body: { ...call.body, effective_date: '2029-01-15' } },
          platform,
        )
      })(base),
  },
  {
    id: 'approved-reviews-are-rated-again',
    says: 'A review that is approved while rating is held leads back to the queue of ratings',
    kills: ['states-follow-the-table'],
    change: ({ lifecycle }) => ({
      lifecycle: {
        review(quote, end, platform) {
          if (!platform.rating.held || end === 'declined') return lifecycle.review(quote, end, platform)
          quote.status = 'pending'
          platform.rating.pass(() => {
            quote.status = 'underwriter_review'
            lifecycle.review(quote, end, platform)
          })
          return true
        },
      },
    }),
  },
  {
    id: 'failed-quotes-go-on-with-the-others',
    says: 'When rating goes on, quotes that had failed before are rated as well',
    kills: ['failed-is-terminal'],
    change({ effects }) {
      const held = new WeakSet<Quote>()
      return {
        effects: {
          pending(quote, platform) {
            if (platform.rating.held) held.add(quote)
            effects.pending(quote, platform)
          },
          rated(quote, platform) {
            effects.rated(quote, platform)
            if (!held.has(quote)) return
            for (const other of platform.quotes.values())
              if (other.status === 'failed') other.status = 'ready_to_bind'
          },
        },
      }
    },
  },
]
