import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { effectiveDateKept } from '../../statements/rating.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf, recordOf } from '../../vocabulary/quotes/record.ts'

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

interface Rated {
  readonly submission: Submission
  readonly exchange: Exchange
}

/** Checks that a term begins on the submitted day, whichever day of the calendar it is (2.1, R9). */
export const effectiveDates: PlatformScenario = scenario<readonly Rated[]>({
  id: 'submit/effective-dates',
  title:
    'A term begins on the day that was asked for, also at the turn of a year, on a leap day and in summer',
  async drive(context) {
    const { api, quotes, facts, unique } = context
    const usual = String(facts.submission.effective_date)
    const rated = datesAfter(usual, EDGES).map(async (effective_date): Promise<readonly Rated[]> => {
      const submission = uniqueSubmission(facts.submission, { effective_date }, unique())
      const id = quoteIdOf(await api.submit(submission))
      return id === undefined ? [] : [{ submission, exchange: (await quotes.settle(id)).last }]
    })
    const reviewed = approved(context, datesAfter(usual, LAST)[0])
    return (await Promise.all([...rated, reviewed, ofKnownInsured(context, datesAfter(usual, LAST))])).flat()
  },
  claims: [
    claim(
      'effective-date-as-submitted',
      (rated, { spec }) => begins(rated, spec),
      'at edges of the calendar',
    ),
  ],
})

/** Makes a quote with that date that a review approves; empty where it does not come under review. */
async function approved(
  { api, quotes, operator, facts, unique }: PlatformContext,
  effective_date: string | undefined,
): Promise<readonly Rated[]> {
  const { underwriter_review } = facts.outcomes
  const isOffered = isPromised(facts, 'underwriter_review') && operator.can('review_approve')
  if (effective_date === undefined || !isOffered) return []
  const recipe = mergePatch(underwriter_review, { effective_date })
  const submission = uniqueSubmission(facts.submission, recipe, unique())
  const id = quoteIdOf(await api.submit(submission))
  if (id === undefined || (await quotes.settle(id)).state !== 'underwriter_review') return []
  await operator.perform('review_approve', { quote_id: id })
  const { last } = await quotes.reviewed(id)
  return [{ submission, exchange: last }]
}

/**
 * Submits the same for two days. A platform may know the insured and refuse the second one. But a quote for another day than the
 * one asked for is no answer to it.
 */
async function ofKnownInsured(
  { api, quotes, facts, unique }: PlatformContext,
  dates: readonly string[],
): Promise<readonly Rated[]> {
  const insured = uniqueSubmission(facts.submission, {}, unique())
  const all: Rated[] = []
  for (const effective_date of dates.slice(0, 2)) {
    const submission = { ...insured, effective_date }
    const id = quoteIdOf(await api.submit(submission))
    if (id !== undefined) all.push({ submission, exchange: (await quotes.settle(id)).last })
  }
  return all
}

/** Lists matching days in the year after the usual date; empty where that is no date. */
function datesAfter(usual: string, days: RegExp): readonly string[] {
  const start = Date.parse(usual)
  if (Number.isNaN(start)) return []
  return Array.from({ length: MOST_DAYS }, (_, ahead) =>
    new Date(start + ahead * DAY_MS).toISOString().slice(0, 10),
  ).filter((date) => days.test(date))
}

function begins(rated: readonly Rated[], { lifecycle }: Spec): Verdict {
  const verdicts = rated.flatMap(({ submission, exchange }) => {
    const record = recordOf(exchange)
    if (record === undefined || !lifecycle.rated.includes(plainText(record.quote_status))) return []
    return effectiveDateKept({ submission, exchange, record }) ?? []
  })
  return verdicts.length === 0 ? cannotTell('no submission with such a day was rated') : all(verdicts)
}
