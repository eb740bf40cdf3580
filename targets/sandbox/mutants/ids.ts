import { isDeepStrictEqual } from 'node:util'
import type { HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import { operating } from './answers.ts'
import type { Mutant } from './mutant.ts'

/** The answer to a submission that is mistaken for an existing quote's. */
function submittedAs(known: Quote, platform: Platform): HttpAnswer {
  const { answers, record } = platform.behaviour
  return answers.submitted(
    Object.fromEntries(Object.entries(record).map(([field, make]) => [field, make(known, platform)])),
  )
}

/** Defects of what tells quotes apart (2.3). */
export const identityMutants: readonly Mutant[] = [
  {
    id: 'failures-are-merged',
    says: 'A submission for an insured whose quote failed before gets that failed quote, even with another contact',
    kills: ['quote-ids-are-unique'],
    change: operating(['submit'], (standard, { body }, platform) => {
      const { rating } = platform.behaviour
      const name = (body as { insured_name?: unknown } | undefined)?.insured_name
      const known = [...platform.quotes.values()].find(
        ({ submission }) => submission.insured_name === name && rating.outcome(submission) === 'failed',
      )
      return known === undefined ? standard() : submittedAs(known, platform)
    }),
  },
  {
    id: 'one-quote-for-two-partners',
    says: 'A submission that another partner sent already gets the quote of that partner',
    kills: ['quote-ids-are-unique'],
    change: operating(['submit'], (standard, { body, partner }, platform) => {
      const known = [...platform.quotes.values()].find(
        ({ partnerId, submission }) => partnerId !== partner.id && isDeepStrictEqual(submission, body),
      )
      return known === undefined ? standard() : submittedAs(known, platform)
    }),
  },
]
