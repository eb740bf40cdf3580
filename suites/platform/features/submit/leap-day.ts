import type { Exchange } from '../../../../conformance/exchange.ts'
import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { isTaken, notRefusedAsInvalid } from '../../vocabulary/submissions/taken.ts'

interface Trace {
  readonly before: Exchange
  readonly leapDay: Exchange
  readonly after: Exchange
}

/** Years that are tried for the next leap day: 1900 and 2100 have none. */
const YEARS = 9

/** Checks that 29 February of a leap year is a valid date (2.1). */
export const leapDay: PlatformScenario = scenario<Trace>({
  id: 'submit/leap-day',
  title: 'A policy may begin on 29 February of a leap year, where it may on the days around it',
  async drive({ api, quotes, facts, unique }) {
    const year = nextLeapYear(String(facts.submission.effective_date))
    const submit = (effective_date: string) =>
      api.submit(uniqueSubmission(facts.submission, { effective_date }, unique()))
    const trace = {
      before: await submit(`${year}-02-28`),
      leapDay: await submit(`${year}-02-29`),
      after: await submit(`${year}-03-01`),
    }
    const id = quoteIdOf(trace.leapDay)
    // Standing claims judge the record: the day on which such a policy ends has to be a date as well.
    if (id !== undefined) await quotes.settle(id)
    return trace
  },
  claims: [claim('leap-day-is-accepted', judge)],
})

/** Judges the leap day only if the days around it are accepted: how far ahead a policy may begin is not stated. */
function judge({ before, leapDay, after }: Trace): Verdict {
  return isTaken(before) && isTaken(after)
    ? notRefusedAsInvalid(leapDay, before)
    : cannotTell('the days around the next leap day are not taken')
}

/**
 * Returns the first leap year whose 29 February comes after a day.
 *
 * @throws CannotTell where that is no date
 */
export function nextLeapYear(usual: string): number {
  const from = Date.parse(usual)
  if (Number.isNaN(from)) throw new CannotTell('the usual effective_date is no date', 'submission')
  const first = new Date(from).getUTCFullYear()
  const leapDays = Array.from({ length: YEARS }, (_, ahead) => new Date(Date.UTC(first + ahead, 1, 29)))
  const next = leapDays.find((day) => day.getUTCDate() === 29 && day.getTime() > from)
  return next?.getUTCFullYear() ?? first
}
