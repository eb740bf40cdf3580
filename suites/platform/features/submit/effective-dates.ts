import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

/** Furthest date that is tried: later ones may be refused or adjusted (R2, R5). */
const MOST_DAYS = 400
const DAY_MS = 24 * 3_600_000

/**
 * Days with frequent date errors: around New Year, where weeks belong to another year, and the end of February. Also one day of
 * each season, because of daylight saving time.
 */
const EDGES = /-(12-(29|3[01])|01-0[123]|02-29|(01|04|07|10)-15)$/

/** Matches the last day of a long month, for a quote that a review approves. */
const LAST = /-31$/

/** Has policies begin on many days of the calendar. Statements judge that each term begins on its day (2.1, R9). */
export const effectiveDates: PlatformScenario = scenario({
  id: 'submit/effective-dates',
  title:
    'A term begins on the day that was asked for, also at the turn of a year, on a leap day and in summer',
  shows: ['effective-date-as-submitted'],
  async drive(context) {
    const { api, quotes, facts, unique } = context
    const usual = String(facts.submission.effective_date)
    const rated = datesAfter(usual, EDGES).map(async (effective_date) => {
      const submission = uniqueSubmission(facts.submission, { effective_date }, unique())
      const id = quoteIdOf(await api.submit(submission))
      if (id !== undefined) await quotes.settle(id)
    })
    const reviewed = approved(context, datesAfter(usual, LAST)[0])
    await Promise.all([...rated, reviewed, ofKnownInsured(context, datesAfter(usual, LAST))])
  },
  claims: [],
})

/** Makes a quote with that date that a review approves. */
async function approved(
  { api, quotes, operator, facts, unique }: PlatformContext,
  effective_date: string | undefined,
): Promise<void> {
  const { underwriter_review } = facts.outcomes
  const isOffered = isPromised(facts, 'underwriter_review') && operator.can('review_approve')
  if (effective_date === undefined || !isOffered) return
  const recipe = mergePatch(underwriter_review, { effective_date })
  const submission = uniqueSubmission(facts.submission, recipe, unique())
  const id = quoteIdOf(await api.submit(submission))
  if (id === undefined || (await quotes.settle(id)).state !== 'underwriter_review') return
  await operator.perform('review_approve', { quote_id: id })
  await quotes.reviewed(id)
}

/**
 * Submits the same for two days. A platform may know the insured and refuse the second one. But a quote for another day than the
 * one asked for is no answer to it.
 */
async function ofKnownInsured(
  { api, quotes, facts, unique }: PlatformContext,
  dates: readonly string[],
): Promise<void> {
  const insured = uniqueSubmission(facts.submission, {}, unique())
  for (const effective_date of dates.slice(0, 2)) {
    const id = quoteIdOf(await api.submit({ ...insured, effective_date }))
    if (id !== undefined) await quotes.settle(id)
  }
}

/** Lists matching days in the year after the usual date; empty where that is no date. */
function datesAfter(usual: string, days: RegExp): readonly string[] {
  const start = Date.parse(usual)
  if (Number.isNaN(start)) return []
  return Array.from({ length: MOST_DAYS }, (_, ahead) =>
    new Date(start + ahead * DAY_MS).toISOString().slice(0, 10),
  ).filter((date) => days.test(date))
}
