import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { allAccepted, allInTime } from '../../vocabulary/judge/answer.ts'

const COUNT = { quick: 20, slow: 3 }

/** The deadline alone: each delivery waits for the answer to the one before. */
export const oneAtATime: ReceiverScenario = scenario<readonly Exchange[]>({
  id: 'deliveries/one-at-a-time',
  title: 'Deliveries that wait for each other are answered in time',
  async drive({ pace, draft, signed, send }) {
    const { quick } = await pace()
    const exchanges: Exchange[] = []
    for (let count = quick ? COUNT.quick : COUNT.slow; count > 0; count -= 1)
      exchanges.push(await send(signed(draft('quote.created'))))
    return exchanges
  },
  claims: [
    claim('receiver-bears-one-at-a-time', (exchanges) => allAccepted(exchanges)),
    claim('receiver-answers-within-8-seconds', (exchanges, { spec }) => allInTime(exchanges, spec)),
  ],
})
