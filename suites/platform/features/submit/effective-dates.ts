import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { effectiveDateKept } from '../../standing/rating.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf, recordOf } from '../../vocabulary/quotes/record.ts'

/** Dates further ahead than this need not be taken as they are (R2, R5). */
const MOST_DAYS = 400
const DAY_MS = 24 * 3_600_000

/**
 * Days at which calendars go wrong: around New Year, where weeks belong to another year, and at the end of February. One day of each
 * season comes with them, since clocks are put forward in summer.
 */
const EDGES = /-(12-(29|3[01])|01-0[123]|02-29|(01|04|07|10)-15)$/

/** The last day of a long month, for a quote that a review approves. */
const LAST = /-31$/

interface Rated {
  readonly submission: Submission
  readonly exchange: Exchange
}

/** A term begins on the day that was asked for, whichever day of the calendar it is (2.1, R9). */
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
    return (await Promise.all([...rated, approved(context, datesAfter(usual, LAST)[0])])).flat()
  },
  claims: [
    claim(
      'effective-date-as-submitted',
      (rated, { spec }) => begins(rated, spec),
      'at edges of the calendar',
    ),
  ],
})

/** A quote with that day that a review approved; none where a target offers no review, or leads it elsewhere. */
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

/** Such days in the year after the usual one; none where that is no date. */
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
