import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted } from '../../vocabulary/judge/answer.ts'

interface Trace {
  readonly before: Exchange
  readonly previous: Exchange
  readonly after: Exchange
}

/** During the grace period of a rotation both secrets are valid, in whatever order they come (6.signature.3). */
export const gracePeriod: ReceiverScenario = scenario<Trace>({
  id: 'secrets/grace',
  title: 'In the grace period of a rotation both secrets are valid',
  needs: [{ secret: 'previous' }],
  async drive({ draft, signed, send }) {
    const before = await send(signed(draft('quote.created')))
    const previous = await send(signed(draft('quote.created'), { secret: 'previous' }))
    const after = await send(signed(draft('quote.created')))
    return { before, previous, after }
  },
  claims: [
    claim('receiver-accepts-the-previous-secret', ({ previous }) => accepted(previous)),
    claim('receiver-accepts-the-new-secret', ({ before }) => accepted(before), 'before'),
    claim('receiver-accepts-the-new-secret', ({ after }) => accepted(after), 'after the old one'),
  ],
})
