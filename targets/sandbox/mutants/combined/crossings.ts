import { isObject } from '../../../../conformance/json/object.ts'
import type { Quote } from '../../quotes/quote.ts'
import { answering, operating, quoteOf, rewritten } from '../answers.ts'
import { refusingDocuments } from '../conditions.ts'
import type { Mutant } from '../mutant.ts'
import { alongCourses } from './course.ts'

/** Characters that UTF-16 writes as two units. */
const FOUR_BYTES = /[\u{10000}-\u{10ffff}]/u

/** Defects that need a certain form of the submission and a certain course of the quote. */
export const crossingMutants: readonly Mutant[] = [
  {
    id: 'declines-of-unknown-brokers-carry-data',
    says: 'A decline for a broker who is not onboarded has the data of a possible offer',
    kills: ['declined-has-no-data'],
    change: answering(['submit'], (answer, { body }, platform) => {
      const email = isObject(body) ? String(body.broker_email) : ''
      const isUnknown = !platform.behaviour.brokers.isOnboarded(email, platform)
      return isUnknown
        ? rewritten(answer, (members) => (members.status === 'declined' ? { ...members, data: {} } : members))
        : answer
    }),
  },
  {
    id: 'declines-of-a-second-partner-carry-data',
    says: 'A decline for any partner but the first has the data of a possible offer',
    kills: ['declined-has-no-data'],
    change: answering(['submit'], (answer, { partner }, { directory }) => {
      const [first] = directory.partners.values()
      return partner === first
        ? answer
        : rewritten(answer, (members) => (members.status === 'declined' ? { ...members, data: {} } : members))
    }),
  },
  {
    id: 'reviewed-months-have-thirty-days',
    says: 'Reviewers count months of thirty days, so that a term that begins on the 31st begins a day early',
    kills: ['effective-date-as-submitted'],
    change: alongCourses((courseOf) => ({ policyTerm }) => ({
      policyTerm: {
        effective_date(rating, platform, quote) {
          const date = String(policyTerm.effective_date?.(rating, platform, quote))
          return courseOf(quote).reviewed ? date.replace(/-31$/, '-30') : date
        },
      },
    })),
  },
  {
    id: 'limits-of-issued-quotes-as-they-came',
    says: 'The limit of an issued quote is copied from the text in the submission, without separators',
    kills: ['record-policy-term-agg-limit'],
    change: ({ policyTerm }) => ({
      policyTerm: {
        agg_limit(rating, platform, quote) {
          const { agg_limit } = quote.submission
          return quote.status === 'issued' && typeof agg_limit === 'string'
            ? `$${agg_limit}.00`
            : policyTerm.agg_limit?.(rating, platform, quote)
        },
      },
    }),
  },
  {
    id: 'no-policy-after-it-failed-once',
    says: 'A policy that met an internal error is stored as not available',
    kills: ['policy-in-issued'],
    change(base) {
      const broken = new WeakSet<Quote>()
      return {
        ...refusingDocuments((name, quote) => name === 'policy' && broken.has(quote))(base),
        http: {
          breaks(call, platform) {
            const quote = call.operation === 'policy' ? quoteOf(call, platform) : undefined
            if (quote !== undefined) broken.add(quote)
            return base.http.breaks(call, platform)
          },
        },
      }
    },
  },
  {
    id: 'no-policy-after-a-failed-update',
    says: 'An update that met an internal error leaves the quote locked, and the issue of its policy waits for the lock',
    kills: ['transition-bound-to-issued'],
    change({ http, effects }) {
      const locked = new WeakSet<Quote>()
      return {
        http: {
          breaks(call, platform) {
            const quote = call.operation === 'update' ? quoteOf(call, platform) : undefined
            if (quote !== undefined) locked.add(quote)
            return http.breaks(call, platform)
          },
        },
        effects: {
          bound(quote, platform) {
            if (!locked.has(quote)) effects.bound(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'no-letters-of-four-bytes-in-updates',
    says: 'The table of contacts has an encoding of three bytes, so that an update with a rare letter is refused',
    kills: ['update-in-ready-to-bind'],
    change: operating(['update'], (standard, { body }, { behaviour }) =>
      FOUR_BYTES.test(JSON.stringify(body) ?? '')
        ? behaviour.answers.error(400, 'The contact cannot be stored.')
        : standard(),
    ),
  },
  {
    id: 'reviewed-policies-name-a-tax-id',
    says: 'The template of a policy that a review approved has a line for the tax id, and breaks where there is none',
    kills: ['policy-in-issued'],
    change: alongCourses((courseOf) =>
      refusingDocuments(
        (name, quote) =>
          name === 'policy' && courseOf(quote).reviewed && quote.submission.insured_taxid === undefined,
      ),
    ),
  },
]
