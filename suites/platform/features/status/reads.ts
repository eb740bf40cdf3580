import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cutOff, failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, statusClassIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'

interface Trace {
  /** A read before `first`: both together show which fields of the record change by themselves. */
  readonly earlier: Exchange
  readonly first: Exchange
  readonly second: Exchange
  readonly wrongMethods: readonly Exchange[]
}

export const statusReads: readonly PlatformScenario[] = [
  scenario<Trace>({
    id: 'status/reads',
    title: 'Reading a quote and its documents changes nothing',
    async drive({ api, http, quotes }) {
      const quote = await quotes.reach('ready_to_bind')
      await quotes.proposalOf(quote.id)
      const [earlier, first] = [await api.status(quote.id), await api.status(quote.id)]
      for (const name of DOCUMENTS) await api.document(name, quote.id)
      const second = await api.status(quote.id)
      const wrongMethods = []
      for (const method of ['DELETE', 'POST'])
        wrongMethods.push(await http.send({ operation: 'other', method, path: `/status/${quote.id}` }))
      return { earlier, first, second, wrongMethods }
    },
    claims: [
      claim('status-code', ({ first, second }) => all([statusClassIs(first, 2), statusClassIs(second, 2)])),
      claim('reads-change-nothing', ({ earlier, first, second }, { spec }) =>
        all([sameState(first, second), sameRecord([earlier, first], [second], spec)]),
      ),
      claim('observe-wrong-method', ({ wrongMethods }) =>
        all(wrongMethods.map((one) => observedAnswer(one, one.request.method))),
      ),
      claim('weak-spot-polling-list', (_, { spec }) =>
        observed(
          `polling stops at ${spec.lifecycle.polling.publishedStops.join(', ')}; ` +
            `${spec.lifecycle.polling.addedStops.join(', ')} do not change either and are not listed`,
        ),
      ),
    ],
  }),
  scenario<PolledState>({
    id: 'status/approved-rate-afterwards',
    title: 'A quote in approved_rate is watched for a while',
    needs: [{ outcome: 'approved_rate' }],
    async drive({ quotes }) {
      return quotes.stays((await quotes.reach('approved_rate')).id)
    },
    claims: [
      claim('observe-approved-rate-way-out', ({ state, watchedMs }) =>
        observed(`after ${watchedMs} ms the quote is ${state ?? 'in no readable state'}`),
      ),
    ],
  }),
]

function sameState(first: Exchange, second: Exchange): Verdict {
  const [was, is] = [stateOf(first), stateOf(second)]
  if (was === undefined || is === undefined) return cutOff('the state could not be read twice')
  return was === is
    ? passed()
    : failed({ ...finding(second, was, is, '/data/quote_status'), sameAs: first.id })
}
