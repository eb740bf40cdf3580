import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted } from '../../vocabulary/judge/answer.ts'

interface Trace {
  readonly chunked: Exchange
  readonly bytewise: Exchange
  readonly pieces: Exchange
  readonly expecting: Exchange
  readonly kept: readonly Exchange[]
}

/** How the platform frames its requests is not stated; what HTTP/1.1 allows is to be expected. */
export const framing: ReceiverScenario = scenario<Trace>({
  id: 'framing/framing',
  title: 'Deliveries are taken in every framing of HTTP',
  async drive({ draft, signed, send, sendOverOne, pace }) {
    const { quick } = await pace()
    const framed = (how: 'chunked' | 'bytewise' | 'pieces' | 'continue') =>
      send(signed(draft('quote.created'), { framing: how }))
    return {
      pieces: await framed('pieces'),
      bytewise: await framed('bytewise'),
      chunked: await framed('chunked'),
      expecting: await framed('continue'),
      kept: await sendOverOne(Array.from({ length: quick ? 3 : 2 }, () => signed(draft('quote.created')))),
    }
  },
  claims: [
    claim('receiver-accepts-chunks', ({ chunked }) => acceptedUnless(chunked, 411)),
    claim('receiver-accepts-pieces', ({ pieces, bytewise }) =>
      all([accepted(pieces, 'in pieces'), accepted(bytewise, 'byte by byte')]),
    ),
    claim('receiver-accepts-expect-continue', ({ expecting }) => acceptedUnless(expecting, 417)),
    claim('receiver-accepts-a-kept-connection', ({ kept }) => all(kept.map((one) => accepted(one)))),
  ],
})

/** RFC 9110 has a status of its own for whoever does not offer something that is optional. */
function acceptedUnless(exchange: Exchange, status: number): Verdict {
  return exchange.answer?.status === status ? observed(`it is declined with ${status}`) : accepted(exchange)
}
