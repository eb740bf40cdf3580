import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, succeeded } from '../../vocabulary/judge/answer.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'

interface Trace {
  readonly answer: Exchange
  /** Status right after the answer, with issuing held. */
  readonly read: Exchange
  readonly held: PolledState
}

/** How many further quotes are bound while issuing is held: more than a platform may process at the same time. */
const OTHERS = 4

/** Checks that a bind is answered while the operator holds issuing, and that the quote shows `bound`. A statement judges the policies. */
export const bindWhileIssueIsHeld: PlatformScenario = scenario<Trace>({
  id: 'bind/held-issue',
  title: 'A bind answers before the policy is issued',
  needs: [{ operator: 'hold_issue' }, { operator: 'release_issue' }],
  exclusive: true,
  shows: ['transition-bound-to-issued'],
  async drive({ api, quotes, operator, facts }) {
    const quote = await quotes.reach('ready_to_bind')
    const others = await Promise.all(Array.from({ length: OTHERS }, () => quotes.reach('ready_to_bind')))
    const { accepted, ...seen } = await whileHeld(operator, 'issue', async () => {
      const answer = await api.bind(quote.id)
      const read = await api.status(quote.id)
      const held = await quotes.follow(quote.id, (state) => state === 'bound', facts.timing.issue)
      const accepted: SubmittedQuote[] = []
      for (const other of others) if (succeeded(await api.bind(other.id))) accepted.push(other)
      // Gives each accepted bind the time to reach the held step.
      await quotes.stays((accepted.at(-1) ?? quote).id)
      return { answer, read, held, accepted }
    })
    // The platform may issue them one after another, so each may take the time of all together.
    const mostMs = (1 + accepted.length) * facts.timing.issue
    await Promise.all([quote, ...accepted].map(({ id }) => quotes.issue(id, mostMs)))
    return seen
  },
  claims: [
    claim('bind-answers-before-issue', ({ answer, read }) => answeredBeforeIssue(answer, read)),
    claim('transition-ready-to-bind-to-bound', ({ held }) => boundIsSeen(held)),
  ],
})

function answeredBeforeIssue(answer: Exchange, read: Exchange): Verdict {
  const state = stateOf(read)
  if (answer.answer === undefined) {
    // The read afterwards settles what happened: the target lives, and kept the answer back.
    return state === undefined || answer.failure?.kind !== 'timeout'
      ? cutOff(`the bind got no answer: ${answer.failure?.message ?? 'unknown'}`)
      : failed(finding(answer, '202 while issuing is held', `no answer, and the quote is ${state}`))
  }
  if (answer.answer.status !== 202)
    return failed(finding(answer, 'status 202', describe(answer.answer), 'status'))
  return state === 'issued'
    ? cutOff('the policy was issued although issuing was held by the operator')
    : passed()
}

function boundIsSeen({ last, state }: PolledState): Verdict {
  if (state === 'bound') return passed()
  return last.answer === undefined
    ? cutOff('the status after the bind could not be read')
    : failed(finding(last, 'bound while issuing is held', state ?? outcomeOf(last), '/data/quote_status'))
}
