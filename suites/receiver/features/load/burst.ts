import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { effectsSettled } from '../../vocabulary/settled-effects.ts'
import { loadVerdict, notUnderLoad } from './judge.ts'

export const BURST = 50

/** So many at once: how much a receiver bears is not stated (R30). */
export const burst: ReceiverScenario = scenario<readonly Exchange[]>({
  id: 'load/burst',
  title: 'Fifty deliveries at once are answered in time',
  async drive(context) {
    const { draft, signed, sendTogether, lanes, time } = context
    const [run, { limit }] = [await time(), await lanes()]
    if (limit === 1 || !run.has('casesMs')) throw notUnderLoad()
    const deliveries = Array.from({ length: BURST }, () => signed(draft('quote.created')))
    const exchanges = await sendTogether(deliveries)
    await effectsSettled(context)
    return exchanges
  },
  claims: [claim('receiver-bears-a-burst', (exchanges, { spec }) => loadVerdict(exchanges, spec))],
})
