import type { Exchange } from '../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../context.ts'
import { drained } from '../drained.ts'
import { loadVerdict } from './judge.ts'

export const BURST = 50

/** So many at once: how much a receiver bears is not stated (R30). */
export const burst: ReceiverScenario = scenario<readonly Exchange[]>({
  id: 'load/burst',
  title: 'Fifty deliveries at once are answered in time',
  async drive(context) {
    const { draft, right, sendTogether } = context
    const deliveries = Array.from({ length: BURST }, () => right(draft('quote.created')))
    const exchanges = await sendTogether(deliveries)
    await drained(context)
    return exchanges
  },
  claims: [claim('receiver-bears-a-burst', (exchanges, { spec }) => loadVerdict(exchanges, spec))],
})
