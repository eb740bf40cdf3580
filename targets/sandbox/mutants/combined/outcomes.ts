import { isObject } from '../../../../conformance/json/object.ts'
import type { Quote } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** Rates submissions of one outcome as ready to bind where their amounts are texts. */
const readyInTexts =
  (outcome: string): Mutant['change'] =>
  ({ rating }) => ({
    rating: {
      outcome(submission) {
        const usual = rating.outcome(submission)
        return usual === outcome && typeof submission.agg_limit === 'string' ? 'ready_to_bind' : usual
      },
    },
  })

/** Defects of submissions by what they come to, or beside another one (2.1, R1, R2, R3, R9). */
export const outcomeMutants: readonly Mutant[] = [
  {
    id: 'no-guidelines-for-texts',
    says: 'Where amounts are texts an older parser is used, which applies no guidelines',
    kills: ['number-and-string-rate-alike'],
    change: readyInTexts('declined'),
  },
  {
    id: 'every-broker-is-onboarded-for-texts',
    says: 'Where amounts are texts an older parser is used, for which every broker is onboarded',
    kills: ['number-and-string-rate-alike'],
    change: readyInTexts('approved_rate'),
  },
  {
    id: 'content-types-with-a-charset-are-refused',
    says: 'The content type is compared as a whole text, so that one with a charset is refused',
    kills: ['valid-submissions-accepted'],
    change: operating(['submit', 'update', 'bind'], (standard, { headers }, { behaviour }) =>
      headers['content-type']?.includes(';')
        ? behaviour.answers.error(415, 'application/json is expected.')
        : standard(),
    ),
  },
  {
    id: 'one-quote-for-an-insured',
    says: 'A second submission for an insured counts as a double click, even with another effective date',
    kills: ['effective-date-as-submitted'],
    change({ operations, answers, record }) {
      const known = new Map<string, Quote>()
      return {
        operations: {
          submit(call, platform) {
            const before = new Set(platform.quotes.keys())
            const answer = operations.submit(call, platform)
            if (answer instanceof Promise || answer.status !== 200 || !isObject(call.body)) return answer
            const key = JSON.stringify([call.partner.id, call.body.insured_name])
            const first = known.get(key)
            for (const [id, quote] of platform.quotes)
              if (!before.has(id) && first === undefined) known.set(key, quote)
            if (first === undefined) return answer
            const shown = Object.keys(record).map((name) => [name, record[name]?.(first, platform)])
            return answers.submitted(Object.fromEntries(shown))
          },
        },
      }
    },
  },
]
