import { readTable } from '../../conformance/table.ts'
import type { ValidSubmission } from './quotes/quote.ts'
import { recipes, tariff } from './rating/tables.ts'

const DAY = 86_400_000

const template = readTable<Omit<ValidSubmission, 'effective_date'>>('known-good.yaml', import.meta.url)

/** A submission that becomes ready to bind, effective a month after `now` (milliseconds since the epoch). */
export function knownGood(now: number): ValidSubmission {
  return { ...template, effective_date: new Date(now + 30 * DAY).toISOString().slice(0, 10) }
}

const lowest = Math.min(...tariff.steps.map(({ retention }) => retention))

/** RFC 7396 merge patches that bring the known-good submission to every other outcome. */
export const outcomePatches = {
  ready_to_bind: {},
  underwriter_review: recipes.underwriter_review,
  approved_rate: { broker_email: `new.broker@${recipes.approved_rate.broker_domains[0]}` },
  declined: { claims: { claims_count: recipes.declined.claims_count + 2 } },
  failed: recipes.failed,
  retention_raised: { retention: Math.min(1000, lowest - 1) },
} as const
