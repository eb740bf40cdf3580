import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, failed, observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { SHOWN_AT_BIND } from '../../vocabulary/documents/bind-and-issue.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { allowed, decide, shown } from '../../vocabulary/time/decide.ts'

/** How many further quotes are bound where each bind takes long. */
const MOST_FURTHER = 2

interface Trace {
  readonly answer: Exchange
  /** Binds of further quotes, up to one that was answered in time. */
  readonly further?: readonly Exchange[]
  readonly issuing: PolledState
}

export const bindReadyQuote: PlatformScenario = scenario<Trace>({
  id: 'bind/ready-quote',
  title: 'A ready quote is bound and then issued',
  shows: SHOWN_AT_BIND,
  async drive({ api, quotes, spec }) {
    const quote = await quotes.reach('ready_to_bind')
    const answer = await api.bind(quote.id)
    const issuing = await quotes.issue(quote.id)
    await quotes.stays(quote.id)
    // A busy machine holds one answer up, but hardly each.
    const further: Exchange[] = []
    const isSlow = () => [answer, ...further].every((one) => waited(one) > spec.limits.bindAnswerMs)
    while (further.length < MOST_FURTHER && isSlow()) {
      const { id } = await quotes.reach('ready_to_bind')
      further.push(await api.bind(id))
      await quotes.stays(id)
    }
    return { answer, further, issuing }
  },
  claims: [
    claim('bind-answers-at-once', ({ answer, further = [] }, { spec, exchanges }) => {
      const [fastest = answer] = [answer, ...further].toSorted((one, other) => waited(one) - waited(other))
      return answeredWithin(fastest, spec.limits.bindAnswerMs, exchanges)
    }),
    claim('observe-bound-seen', ({ issuing }) =>
      observed(
        issuing.reads.some((read) => stateOf(read) === 'bound')
          ? 'bound was seen'
          : 'bound was too short to be seen',
      ),
    ),
  ],
})

/** Bodies that are no JSON objects. */
const NO_OBJECTS = ['[]', '{']

export const bindBodies: PlatformScenario = scenario<{ withoutBody: Exchange; withFields: Exchange }>({
  id: 'bind/other-bodies',
  title: 'The answer to a bind with a body other than the empty object',
  async drive({ api, quotes }) {
    const [one, other] = await Promise.all([quotes.reach('ready_to_bind'), quotes.reach('ready_to_bind')])
    // A platform may queue what it then refuses. A standing claim judges the states that follow.
    for (const body of NO_OBJECTS) {
      const { id } = await quotes.reach('ready_to_bind')
      await api.bind(id, { body })
      await quotes.stays(id)
    }
    return {
      withoutBody: await api.bind(one.id, { body: '', headers: { 'content-type': null } }),
      withFields: await api.bind(other.id, { body: '{"note":"as agreed"}' }),
    }
  },
  claims: [
    claim('observe-bind-without-body', ({ withoutBody }) => observedAnswer(withoutBody)),
    claim('observe-bind-with-fields', ({ withFields }) => observedAnswer(withFields)),
  ],
})

/**
 * Judges the time from a request to its answer. On a busy machine or a slow line each answer takes long. The time that a read of a
 * status takes is no time of the bind itself.
 */
export function answeredWithin(answer: Exchange, mostMs: number, exchanges: readonly Exchange[]): Verdict {
  if (answer.answer === undefined) return cutOff('the bind got no answer')
  const reads = exchanges
    .filter((one) => one.operation === 'status' && one.answer !== undefined)
    .map(waited)
    .sort((one, other) => one - other)
  const most = waited(answer)
  const span = { least: Math.max(0, most - (reads[Math.floor(reads.length / 2)] ?? 0)), most }
  const bounds = { early: Number.NEGATIVE_INFINITY, late: mostMs }
  return decide(span, bounds, `${shown(span)}; allowed ${allowed(bounds)}`, () =>
    failed(finding(answer, `an answer within ${mostMs} ms`, shown(span))),
  )
}

/** How long a request waited for its answer once it was sent, in milliseconds. */
const waited = ({ elapsedMs, timing }: Exchange): number => elapsedMs - (timing?.sentMs ?? 0)
