import { isObject } from '../../../../conformance/json/object.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Defects that show with certain fields of a body only (2.1, 4.rule.3). */
export const fieldMutants: readonly Mutant[] = [
  {
    id: 'update-takes-the-limit',
    says: 'The body of an update is written over the quote, so that an aggregate limit in it counts',
    kills: ['update-changes-contact-only'],
    change: operating(['update'], (standard, call, platform) => {
      const quote = quoteOf(call, platform)
      const answer = standard()
      if (quote?.rating !== undefined && isObject(call.body) && typeof call.body.agg_limit === 'number')
        Object.assign(quote, { submission: { ...quote.submission, agg_limit: call.body.agg_limit } })
      return answer
    }),
  },
  {
    id: 'claims-need-a-founding-year',
    says: 'Claims are rated by the age of the company, so that a submission with claims and no founding year breaks',
    kills: ['year-founded-is-optional'],
    change: operating(['submit'], (standard, { body }, { behaviour }) =>
      isObject(body) &&
      isObject(body.claims) &&
      Number(body.claims.claims_count) > 0 &&
      body.year_founded === undefined
        ? behaviour.answers.error(500, 'Internal server error.')
        : standard(),
    ),
  },
  {
    id: 'leap-day-plus-one-year',
    says: 'The last day of a term has the same day and month in the next year, also 29 February',
    kills: ['record-policy-term-expiration-date'],
    change: ({ policyTerm }) => ({
      policyTerm: {
        expiration_date(...rated) {
          const begins = String(policyTerm.effective_date?.(...rated))
          const [year = '', ...rest] = begins.split('-')
          return begins.endsWith('-02-29')
            ? [Number(year) + 1, ...rest].join('-')
            : policyTerm.expiration_date?.(...rated)
        },
      },
    }),
  },
]
