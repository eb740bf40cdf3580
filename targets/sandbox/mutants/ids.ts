import { isDeepStrictEqual } from 'node:util'
import type { ApiOperation, HttpAnswer } from '../http/answer.ts'
import { answerAsText, isDocument } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import { OF_ONE_QUOTE, operating } from './answers.ts'
import type { Mutant } from './mutant.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Refuses a wrong id in the usual form of the endpoint. */
function refused(operation: ApiOperation, code: number, words: string, { behaviour }: Platform) {
  return isDocument(operation) ? answerAsText(code, words) : behaviour.answers.error(code, words)
}

/** Defects for unknown ids, malformed ids, and ids of other partners' quotes, at each endpoint (4, 7). */
export const idMutants: readonly Mutant[] = OF_ONE_QUOTE.flatMap((operation): readonly Mutant[] => [
  {
    id: `${operation}-finds-what-nobody-has`,
    says: `On ${operation} an unknown quote is refused like one of another partner, or as a bad request`,
    kills: [`${operation}-unknown-id`],
    change: operating([operation], (standard, { id }, platform) =>
      UUID.test(id) && !platform.quotes.has(id.toLowerCase())
        ? // Elsewhere than on the proposal a 400 is one of the right answers for a document.
          refused(
            operation,
            isDocument(operation) && operation !== 'quote-proposal' ? 403 : 400,
            'There is no such quote.',
            platform,
          )
        : standard(),
    ),
  },
  {
    id: `${operation}-breaks-on-malformed-ids`,
    says: `An id that is no UUID reaches the database of ${operation}, which refuses the query`,
    kills: [`${operation}-malformed-id`],
    change: operating([operation], (standard, { id }, platform) =>
      UUID.test(id) ? standard() : refused(operation, 500, 'Internal server error.', platform),
    ),
  },
  {
    id: `${operation}-serves-foreign-quotes`,
    says: `On ${operation} quotes of other partners are found`,
    kills: [`${operation}-foreign-quote`],
    change: ({ access }) => ({
      access: { sees: (partner, quote, asked) => asked === operation || access.sees(partner, quote, asked) },
    }),
  },
])

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
