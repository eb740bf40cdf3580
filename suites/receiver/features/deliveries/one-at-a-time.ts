import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { eventTypesOf } from '../../vocabulary/driving/send.ts'
import { allAccepted, allInTime } from '../../vocabulary/judge/answer.ts'

const COUNT = { most: 20, least: 3 }
/** A slow receiver gets fewer deliveries, so that the scenario does not take longer than this. */
const LONGEST_MS = 10_000

/** Judges answer times without load: each delivery waits for the answer to the one before. */
export const oneAtATime: ReceiverScenario = sendScenario<readonly Exchange[]>({
  id: 'deliveries/one-at-a-time',
  exclusive: true,
  title: 'Deliveries that wait for each other are answered in time',
  async drive({ draft, signed, send, now, spec, time }) {
    const began = now()
    const exchanges: Exchange[] = []
    const types = eventTypesOf(spec).map(({ type }) => type)
    const isEnough = () => exchanges.length >= COUNT.least && now() - began > LONGEST_MS
    while (exchanges.length < COUNT.most && !isEnough()) {
      const type = types[exchanges.length % types.length] ?? 'quote.created'
      exchanges.push(await send(signed(draft(type))))
    }
    const left = await time()
    left.leaveOut('deliveries one at a time', COUNT.most - exchanges.length)
    return exchanges
  },
  claims: [
    claim('receiver-bears-one-at-a-time', (exchanges) => allAccepted(exchanges)),
    claim('receiver-answers-within-8-seconds', (exchanges, { spec }) => allInTime(exchanges, spec)),
  ],
})
