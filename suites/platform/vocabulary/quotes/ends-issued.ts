import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding, succeeded } from '../judge/answer.ts'
import type { PolledState } from './poll.ts'
import { outcomeOf } from './quotes.ts'
import { lasts } from './same-state.ts'

/** Says why a bind proves nothing; undefined where it was accepted. Without an answer, the state read afterwards decides. */
export function unsettled(answer: Exchange, state: string | undefined): Verdict | undefined {
  if (answer.answer === undefined)
    return state === 'bound' || state === 'issued'
      ? undefined
      : cutOff('the bind got no answer and has not happened')
  return succeeded(answer) ? undefined : cutOff('the bind was not accepted')
}

/** Judges that an accepted bind leads to `issued` (R15). */
export function endsIssued(answer: Exchange, { last, state, watchedMs }: PolledState): Verdict {
  const open = unsettled(answer, state)
  if (open !== undefined) return open
  if (state === 'issued') return passed()
  if (last.answer === undefined)
    return cutOff(`the status after the bind could not be read: ${outcomeOf(last)}`)
  const seen = state ?? outcomeOf(last)
  return failed({
    ...finding(last, `issued within ${watchedMs} ms`, seen, '/data/quote_status'),
    ...(state === undefined && { absence: true }),
    ...(state === 'bound' && lasts('bound')),
  })
}
