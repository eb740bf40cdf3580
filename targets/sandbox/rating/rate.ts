import type { Amount, ValidSubmission } from '../quotes/quote.ts'
import type { Rating } from './rating.ts'
import { coverageTable, tariff } from './tables.ts'

/** An amount in dollars, sent as a number or as digits; rounded to cents. */
const dollars = (amount: Amount): number => cents(Number(amount))

/** Rounds to cents. JSON can express a negative zero: adding 0 makes it zero. */
const cents = (amount: number): number => Math.round(amount * 100) / 100 + 0

/** The tariff's step for a revenue in dollars. */
const stepFor = (revenue: number) =>
  tariff.steps.find((step) => revenue >= step.revenue) ?? { rate: 1, retention: 0 }

/** The lowest retention in dollars that a submission can be rated at. */
export const minimumRetentionOf = (submission: ValidSubmission): number =>
  stepFor(dollars(submission.revenue)).retention

/** Yearly premium in dollars. */
function premiumOf(submission: ValidSubmission, aggLimit: number, retention: number): number {
  const { rate, retention: minimum } = stepFor(dollars(submission.revenue))
  const claims = Math.max(0, submission.claims.claims_count ?? 0)
  const doublings = Math.log2(retention / minimum)
  const factor =
    (submission.question_highrisk ? tariff.high_risk : 1) *
    (1 + tariff.each_claim * claims) *
    Math.max(tariff.floor, 1 - tariff.retention_credit * doublings)
  return Math.max(tariff.minimum_premium, cents((aggLimit / 1000) * rate * factor))
}

/** The same day twelve months later. It is at most the last day of its month, and never after the year 9999. */
export function aYearLater(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const next = String(Math.min(9999, Number(year) + 1)).padStart(4, '0')
  const leapDay = month === '02' && date === '29'
  return `${next}-${month}-${leapDay ? '28' : date}`
}

/** Rates a submission at a minimum retention in dollars. The result depends on the arguments only. */
export function rate(submission: ValidSubmission, minimum: number): Rating {
  const aggLimit = dollars(submission.agg_limit)
  const submitted = dollars(submission.retention)
  const retention = Math.max(submitted, minimum)
  const limits = Object.entries(coverageTable.limits).map(
    ([name, { share, cap }]) => [name, cents(Math.min(aggLimit * share, cap ?? Infinity))] as const,
  )
  return {
    premium: premiumOf(submission, aggLimit, retention),
    policyFee: tariff.policy_fee,
    aggLimit,
    retention,
    ...(retention > submitted ? { raisedFrom: submitted } : {}),
    effectiveDate: submission.effective_date,
    expirationDate: aYearLater(submission.effective_date),
    limits: Object.fromEntries(limits),
    periods: coverageTable.periods,
    personalCyber: tariff.personal_cyber,
  }
}
