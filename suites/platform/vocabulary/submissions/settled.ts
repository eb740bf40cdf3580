import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, withAnswer } from '../judge/answer.ts'
import type { PolledState } from '../quotes/poll.ts'
import { outcomeOf } from '../quotes/quotes.ts'
import { lasts } from '../quotes/same-state.ts'
import { isTurnedAway } from './turned-away.ts'

/** The answer to a submission, and the state in which its quote settled. */
export interface Settled {
  readonly answer: Exchange
  /** State of the quote at the end, when the answer named one. */
  readonly settled?: PolledState
  /** True when the user's profile names the outcome of the submission, not a guess of the suite. */
  readonly promised: boolean
}

/** Judges that a submission led to a quote that settled in a state (3.transitions). */
export function settledIn({ answer, settled, promised }: Settled, state: string): Verdict {
  if (isTurnedAway(answer)) return cutOff('the credentials were refused')
  if (settled === undefined)
    return withAnswer(answer, (seen) =>
      promised
        ? failed(finding(answer, `a quote that reaches ${state}`, describe(seen), 'status'))
        : cannotTell(`the submission made no quote: ${describe(seen)}`, `outcomes.${state}`),
    )
  if (settled.state === state) return passed()
  const seen = settled.state ?? outcomeOf(settled.last)
  if (settled.last.answer === undefined) return cutOff(`the quote's status could not be read: ${seen}`)
  return promised
    ? failed({
        ...finding(
          settled.last,
          `${state} within ${settled.watchedMs} ms, as the profile's outcomes.${state} promises`,
          seen,
          '/data/quote_status',
        ),
        ...(settled.state === undefined && { absence: true }),
        ...(settled.state === 'pending' && lasts('pending')),
      })
    : cannotTell(`the submission reached ${seen}`, `outcomes.${state}`)
}
