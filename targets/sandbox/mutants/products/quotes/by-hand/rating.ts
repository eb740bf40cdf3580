import type { BehaviourChange } from '../../../../behaviour.ts'
import type { ValidSubmission } from '../../../../quotes/quote.ts'
import type { Rating } from '../../../../rating/rating.ts'
import { instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const DAY_MS = 86_400_000

/** Changes the result of rating. */
const rated = (
  change: (rating: Rating, submission: ValidSubmission, minimum: number) => Partial<Rating>,
): BehaviourChange =>
  instead('rating.rate', (usual, submission, minimum) => {
    const right = usual(submission, minimum)
    return { ...right, ...change(right, submission, minimum) }
  })

/** The ISO 8601 week year of a date: the calendar year of that week's Thursday. */
function yearOfWeek(date: string): number {
  const day = Date.parse(date)
  const fromThursday = ((new Date(day).getUTCDay() + 6) % 7) - 3
  return new Date(day - fromThursday * DAY_MS).getUTCFullYear()
}

/** Rates submissions of one outcome as ready to bind where their amounts are texts. */
const readyInTexts = (outcome: string): BehaviourChange =>
  instead('rating.outcome', (usual, submission) => {
    const right = usual(submission)
    return right === outcome && typeof submission.agg_limit === 'string' ? 'ready_to_bind' : right
  })

/** Defects of rated values that must follow from the submission (2.1, 2.3, 8). */
export const RATING_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'retention-at-the-minimum': rated((_, __, minimum) => ({ retention: minimum })),
  'low-retentions-raised-by-a-dollar': instead('rating.minimumRetention', (_, { retention }) =>
    Number(retention) < 5000 ? Number(retention) + 1 : 0,
  ),
  'retentions-are-compared-as-texts': instead('rating.minimumRetention', (usual, submission) => {
    const [minimum, { retention }] = [usual(submission), submission]
    return typeof retention === 'string' && retention >= String(minimum) ? 0 : minimum
  }),
  'raised-retention-names-the-submitted': instead('record.message', (_, { rating }, { behaviour }) =>
    rating?.raisedFrom === undefined
      ? undefined
      : `Your retention of ${behaviour.formats.money(rating.raisedFrom)} is below our minimum and was raised.`,
  ),
  'string-retention-rates-at-the-minimum': rated((_, { retention }, minimum) =>
    typeof retention === 'string' ? { retention: minimum } : {},
  ),
  'members-read-in-their-order': rated(({ premium }, submission) =>
    Object.keys(submission)[0] === 'broker_email' ? {} : { premium: premium + 100 },
  ),
  'effective-date-by-the-year-of-its-week': instead('policyTerm.effective_date', (usual, ...about) => {
    const date = String(usual(...about))
    return `${yearOfWeek(date)}${date.slice(4)}`
  }),
  'no-guidelines-for-texts': readyInTexts('declined'),
  'every-broker-is-onboarded-for-texts': readyInTexts('approved_rate'),
  'amounts-with-a-point-times-ten'(base) {
    const tenfold = new Set<string>()
    return changesTogether([
      instead('http.reads', (_, text) => {
        const [, name] = /"insured_name":"([^"]*)"/.exec(text) ?? []
        if (name !== undefined && /"revenue":\d+\.0/.test(text)) tenfold.add(name)
        return true
      }),
      instead('policyTerm.premium_only', (usual, rating, platform, quote) =>
        tenfold.has(quote.submission.insured_name) ? '$98,760.00' : usual(rating, platform, quote),
      ),
    ])(base)
  },
  'reviews-forget-an-announced-minimum': changesTogether([
    instead('policyTerm.retention', (usual, rating, platform, quote) =>
      quote.submission.question_highrisk
        ? platform.behaviour.formats.money(Number(quote.submission.retention))
        : usual(rating, platform, quote),
    ),
    instead('record.message', (usual, quote, platform) => {
      const { formats, rating } = platform.behaviour
      if (!quote.submission.question_highrisk) return usual(quote, platform)
      const minimum = formats.money(rating.minimumRetention(quote.submission))
      return quote.status === 'underwriter_review' ? `The retention is raised to ${minimum}.` : undefined
    }),
  ]),
  'rates-at-once-without-its-rate': changesTogether([
    instead('effects.pending', (_, quote, platform) =>
      platform.rating.pass(() => platform.behaviour.effects.rated(quote, platform)),
    ),
    instead('answers.submitted', (usual, record) => {
      const { policy_term, personal_cyber, coverage_details, ...rest } = record as Record<string, unknown>
      return usual(rest)
    }),
  ]),
}
