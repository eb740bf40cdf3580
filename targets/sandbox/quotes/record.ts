import type { Platform } from '../platform.ts'
import type { Rating } from '../rating/rating.ts'
import { coverageTable } from '../rating/tables.ts'
import type { Quote } from './quote.ts'
import type { RatedField, RatedFields, RecordField, RecordFields } from './rules.ts'

const money =
  (amountOf: (rating: Rating) => number | undefined): RatedField<Platform> =>
  (rating, { behaviour }) =>
    behaviour.formats.money(amountOf(rating) ?? 0)

export const standardPolicyTerm: RatedFields<Platform> = {
  premium_only: money((rating) => rating.premium),
  policy_fee: money((rating) => rating.policyFee),
  agg_limit: money((rating) => rating.aggLimit),
  retention: money((rating) => rating.retention),
  effective_date: (rating) => rating.effectiveDate,
  expiration_date: (rating) => rating.expirationDate,
  include_tria: () => true,
  prior_acts: () => 'Full Prior Acts',
}

export const standardPersonalCyber: RatedFields<Platform> = {
  premium: money((rating) => rating.personalCyber.premium),
  count: (rating) => rating.personalCyber.count,
  limit: money((rating) => rating.personalCyber.limit),
  retention: money((rating) => rating.personalCyber.retention),
}

export const standardCoverage: RatedFields<Platform> = Object.fromEntries([
  ...Object.keys(coverageTable.limits).map((name) => [name, money((rating) => rating.limits[name])] as const),
  ...Object.keys(coverageTable.periods).map(
    (name) => [name, ((rating) => rating.periods[name]) satisfies RatedField<Platform>] as const,
  ),
])

/** A rated part of the record, present only in states that show rated values. */
const part =
  (group: 'policyTerm' | 'personalCyber' | 'coverage'): RecordField<Platform> =>
  (quote, platform) => {
    const { rating, status } = quote
    if (rating === undefined || !platform.behaviour.lifecycle.rated.includes(status)) return undefined
    const made: Record<string, unknown> = {}
    const fields = platform.behaviour[group]
    for (const name in fields) made[name] = fields[name]?.(rating, platform, quote)
    return made
  }

export const standardRecord: RecordFields<Platform> = {
  created_at: (quote, { behaviour }) => behaviour.formats.timestamp(quote.createdAt),
  message({ rating, status }, { behaviour: { formats, lifecycle } }) {
    if (rating?.raisedFrom === undefined || !lifecycle.rated.includes(status)) return undefined
    const [submitted, raised] = [formats.money(rating.raisedFrom), formats.money(rating.retention)]
    return `The retention of ${submitted} is below the minimum; the quote is rated at a retention of ${raised}.`
  },
  quote_id: (quote) => quote.id,
  quote_status: (quote) => quote.status,
  checkout_link: (quote, { origin }) => `${origin}/checkout/${quote.id}`,
  product_details: () => ({ product_name: 'Cyber Insurance' }),
  policy_term: part('policyTerm'),
  personal_cyber: part('personalCyber'),
  coverage_details: part('coverage'),
}

/** The present quote record (2.3). */
export function quoteRecordOf(quote: Quote, platform: Platform): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  const fields = platform.behaviour.record
  for (const name in fields) made[name] = fields[name]?.(quote, platform)
  return made
}
