import type { Finding } from '../../../conformance/verdict.ts'
import type { Journey } from '../../../generators/journeys/journey.ts'
import type { Case } from '../vocabulary/cases/property.ts'
import type { JourneyTrace } from './trace.ts'

/** The case that sent the exchange of a finding, or is the only one whose quote, or whose insured, an event speaks of. */
export function caseOfFinding(
  finding: Finding,
  cases: readonly Case<Journey, JourneyTrace>[],
  body = '',
): string | undefined {
  const of = (shows: (seen: JourneyTrace) => boolean) =>
    new Set(cases.flatMap(({ number, seen }) => (shows(seen) ? [String(number)] : [])))
  type Quote = JourneyTrace['quotes'][number]
  const nameOf = ({ submission }: Quote) => JSON.stringify(submission.insured_name)
  // It may be missing of any quote of the insured, and only all of their cases show it.
  const isShared = (quote: Quote) =>
    of(({ quotes }) => quotes.some((one) => nameOf(one) === nameOf(quote))).size > 1
  const [only, ...more] =
    [
      of(
        ({ exchanges, quotes }) =>
          exchanges.some(({ id }) => id === finding.exchange) &&
          !(finding.absence === true && quotes.some(isShared)),
      ),
      of(({ quotes }) => quotes.some(({ id }) => body.includes(id))),
      of(({ quotes }) =>
        quotes.some(({ submission }) => body.includes(JSON.stringify(submission.insured_name))),
      ),
    ].find(({ size }) => size > 0) ?? []
  return more.length === 0 ? only : undefined
}
