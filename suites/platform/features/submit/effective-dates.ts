import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import { effectiveDateKept } from '../../standing/rating.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { quoteIdOf, recordOf } from '../../vocabulary/quotes/record.ts'

/** How many years are looked at, so that a leap year is among them. */
const YEARS = 4

/** Days at which calendars go wrong: at New Year, where weeks belong to another year, and at the end of February. */
const DAYS = ['01-01', '02-29', '12-31'] as const

interface Rated {
  readonly submission: Submission
  readonly exchange: Exchange
}

/** A term begins on the day that was asked for, whichever day of the calendar it is (2.1, R9). */
export const effectiveDates: PlatformScenario = scenario<readonly Rated[]>({
  id: 'submit/effective-dates',
  title: 'A term begins on the day that was asked for, also at the turn of a year and on a leap day',
  async drive({ api, quotes, facts, unique }) {
    const rated: Rated[] = []
    for (const effective_date of datesAfter(String(facts.submission.effective_date))) {
      const submission = uniqueSubmission(facts.submission, { effective_date }, unique())
      const id = quoteIdOf(await api.submit(submission))
      // How far ahead a term may begin is not stated.
      if (id !== undefined) rated.push({ submission, exchange: (await quotes.settle(id)).last })
    }
    return rated
  },
  claims: [claim('effective-date-as-submitted', begins, 'at the edges of the calendar')],
})

/** Such days after the usual one; none where that is no date. */
function datesAfter(usual: string): readonly string[] {
  const year = Number(usual.slice(0, 4))
  if (!Number.isInteger(year)) return []
  return Array.from({ length: YEARS }, (_, offset) => year + offset)
    .flatMap((one) => DAYS.map((day) => `${one}-${day}`))
    .filter((date) => date > usual && isDay(date))
}

const isDay = (date: string): boolean => new Date(Date.parse(date) || 0).toISOString().startsWith(date)

function begins(rated: readonly Rated[]): Verdict {
  const verdicts = rated.flatMap(({ submission, exchange }) => {
    const record = recordOf(exchange)
    return record === undefined ? [] : (effectiveDateKept({ submission, exchange, record }) ?? [])
  })
  return verdicts.length === 0 ? cannotTell('no submission with such a day was rated') : all(verdicts)
}
