import type { Behaviour } from '../behaviour.ts'
import type { ValidSubmission } from '../quotes/quote.ts'
import type { Rating } from '../rating/rating.ts'
import type { Mutant } from './mutant.ts'

const DAY = 86_400_000

/** Changes the result of rating. */
const rated =
  (change: (rating: Rating, submission: ValidSubmission, minimum: number) => Partial<Rating>) =>
  ({ rating }: Behaviour) => ({
    rating: {
      rate: (submission: ValidSubmission, minimum: number): Rating => {
        const right = rating.rate(submission, minimum)
        return { ...right, ...change(right, submission, minimum) }
      },
    },
  })

/** The ISO 8601 week year of a date: the calendar year of that week's Thursday. */
function yearOfWeek(date: string): number {
  const day = Date.parse(date)
  const fromThursday = ((new Date(day).getUTCDay() + 6) % 7) - 3
  return new Date(day - fromThursday * DAY).getUTCFullYear()
}

const isText = (value: unknown): boolean => typeof value === 'string'

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

/** Defects of rated values that must follow from the submission (2.1, 2.3, 8). */
export const ratingMutants: readonly Mutant[] = [
  {
    id: 'retention-at-the-minimum',
    says: 'Every quote is rated at the minimum retention, whatever was asked for',
    kills: ['retention-not-lowered'],
    change: rated((_, __, minimum) => ({ retention: minimum })),
  },
  {
    id: 'low-retentions-raised-by-a-dollar',
    says: 'A retention that is not above its minimum is taken one dollar higher, whatever that minimum is',
    kills: ['lower-retention-comes-to-the-minimum', 'minimum-retention-is-not-raised'],
    change: () => ({
      rating: { minimumRetention: ({ retention }) => (Number(retention) < 5000 ? Number(retention) + 1 : 0) },
    }),
  },
  {
    id: 'retentions-are-compared-as-texts',
    says: 'A retention that comes as a string is compared with the minimum letter by letter',
    kills: ['number-and-string-rate-alike'],
    change: ({ rating }) => ({
      rating: {
        minimumRetention(submission) {
          const minimum = rating.minimumRetention(submission)
          const { retention } = submission
          return typeof retention === 'string' && retention >= String(minimum) ? 0 : minimum
        },
      },
    }),
  },
  {
    id: 'raised-retention-names-the-submitted',
    says: 'The message names the retention that was submitted and not the one that is rated',
    kills: ['retention-raised-message'],
    change: ({ formats }) => ({
      record: {
        message: ({ rating }) =>
          rating?.raisedFrom === undefined
            ? undefined
            : `Your retention of ${formats.money(rating.raisedFrom)} is below our minimum and was raised.`,
      },
    }),
  },
  {
    id: 'string-retention-rates-at-the-minimum',
    says: 'A retention that comes as a string is not understood and taken for none',
    kills: ['number-and-string-rate-alike'],
    change: rated((_, { retention }, minimum) => (isText(retention) ? { retention: minimum } : {})),
  },
  {
    id: 'members-read-in-their-order',
    says: 'The premium is worked out while the submission is read, with what has been read until then',
    kills: ['json-form-makes-no-difference'],
    change: rated(({ premium }, submission) =>
      Object.keys(submission)[0] === 'broker_email' ? {} : { premium: premium + 100 },
    ),
  },
  {
    id: 'effective-date-by-the-year-of-its-week',
    says: 'The effective date is written with the year to which its week belongs',
    kills: ['effective-date-as-submitted'],
    change: ({ policyTerm }) => ({
      policyTerm: {
        effective_date(...rated) {
          const date = String(policyTerm.effective_date?.(...rated))
          return `${yearOfWeek(date)}${date.slice(4)}`
        },
      },
    }),
  },
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
    id: 'reviews-forget-an-announced-minimum',
    says: 'A review approves the submitted retention, though the message names the raised one',
    kills: ['retention-below-minimum-is-raised'],
    change: ({ policyTerm, record }) => ({
      policyTerm: {
        retention: (rating, platform, quote) =>
          quote.submission.question_highrisk
            ? platform.behaviour.formats.money(Number(quote.submission.retention))
            : policyTerm.retention?.(rating, platform, quote),
      },
      record: {
        message(quote, platform) {
          if (!quote.submission.question_highrisk) return record.message?.(quote, platform)
          const { minimumRetention } = platform.behaviour.rating
          const minimum = platform.behaviour.formats.money(minimumRetention(quote.submission))
          return quote.status === 'underwriter_review' ? `The retention is raised to ${minimum}.` : undefined
        },
      },
    }),
  },
  {
    id: 'rates-at-once-without-its-rate',
    says: 'The state in the answer to submit is older than that of the quote',
    kills: ['submit-returns-rated-details'],
    change: ({ effects, answers }) => ({
      effects: {
        pending: (quote, platform) => platform.rating.pass(() => effects.rated(quote, platform)),
      },
      answers: {
        submitted(record) {
          const { policy_term, personal_cyber, coverage_details, ...rest } = record as Record<string, unknown>
          return answers.submitted(rest)
        },
      },
    }),
  },
]
