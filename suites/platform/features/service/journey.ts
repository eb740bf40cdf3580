import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import { lasts } from '../../vocabulary/quotes/same-state.ts'

interface Trace {
  readonly quote: SubmittedQuote
  readonly rating: PolledState
  readonly bind: Exchange
  readonly issuing: PolledState
  readonly policy: Exchange
}

/** Follows an ordinary quote from its submission to its policy (1, 3.transitions). */
export const journey: PlatformScenario = scenario<Trace>({
  id: 'service/journey',
  title: 'A submission is rated, bound and issued, and its policy downloaded',
  async drive({ api, quotes }) {
    const quote = await quotes.create('ready_to_bind')
    const rating = await quotes.settle(quote.id)
    const bind = await api.bind(quote.id)
    const issuing = await quotes.issue(quote.id)
    return { quote, rating, bind, issuing, policy: await api.document('policy', quote.id) }
  },
  claims: [
    claim('pending-is-transient', ({ rating }) => leaves('pending', rating)),
    claim('straight-through-flow', (trace) => wentStraight(trace)),
    claim('bound-is-transient', ({ bind, issuing }) =>
      succeeded(bind) ? becomesIssued(issuing) : cutOff('the bind was not accepted'),
    ),
    claim('journey-from-submission-to-policy', ({ issuing, policy }) =>
      issuing.state === 'issued' ? statusIs(policy, 200) : cutOff('the quote was not issued'),
    ),
    claim('status-structure-as-submit', ({ quote, rating }) => sameStructure(quote.submitted, rating.reads)),
  ],
})

function leaves(state: string, { last, state: end, watchedMs }: PolledState): Verdict {
  if (last.answer === undefined || end === undefined) return cutOff('the status could not be read')
  return end === state
    ? failed({
        ...finding(last, `another state than ${state} within ${watchedMs} ms`, state, '/data/quote_status'),
        ...lasts(state),
      })
    : passed()
}

/** Judges that `bound` ended in `issued`. A quote that came to another state decides nothing. */
function becomesIssued(issuing: PolledState): Verdict {
  const verdict = leaves('bound', issuing)
  return verdict.kind === 'passed' && issuing.state !== 'issued'
    ? cutOff(`the quote reached ${issuing.state ?? outcomeOf(issuing.last)} after its bind`)
    : verdict
}

function wentStraight({ rating, bind, issuing }: Trace): Verdict {
  if (rating.state !== 'ready_to_bind')
    return cutOff(`rating reached ${rating.state ?? outcomeOf(rating.last)}`)
  if (bind.answer === undefined) return cutOff('the bind got no answer')
  if (!succeeded(bind)) return failed(finding(bind, 'an accepted bind', describe(bind.answer)))
  return issuing.state === 'issued'
    ? passed()
    : failed(finding(issuing.last, 'issued', issuing.state ?? outcomeOf(issuing.last), '/data/quote_status'))
}

/** Fields of a record that every answer has, whatever the state (R7). */
const ALWAYS = ['created_at', 'quote_id', 'quote_status', 'checkout_link', 'product_details'] as const

/** Judges that a status answer has the same of these fields as the submit answer (4). */
function sameStructure(submitted: Exchange, reads: readonly Exchange[]): Verdict {
  const first = recordOf(submitted)
  if (first === undefined) return cutOff('the submit answer has no record')
  const seen = reads.filter((read) => read.answer !== undefined)
  if (seen.length === 0) return cutOff('the status could not be read')
  return all(
    seen.map((read) => {
      const record = recordOf(read)
      const missing = ALWAYS.filter((name) => name in first && (record === undefined || !(name in record)))
      return missing.length === 0
        ? passed()
        : failed(finding(read, ALWAYS.join(', '), `without ${missing.join(', ')}`, '/data'))
    }),
  )
}
