import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { loadVerdict, notUnderLoad } from './judge.ts'

export const PER_SECOND = 20
export const SECONDS = 15

/** A steady pace, whether or not earlier deliveries have been answered. */
export const sustained: ReceiverScenario = scenario<readonly Exchange[]>({
  id: 'load/sustained',
  title: 'Twenty deliveries a second for a quarter of a minute are answered in time',
  async drive({ draft, signed, sendAtOnce, now, sleep, lanes, time }) {
    const [run, { limit }] = [await time(), await lanes()]
    if (limit === 1 || !run.has('casesMs')) throw notUnderLoad()
    const began = now()
    const under: Promise<Exchange>[] = []
    for (let count = 0; count < PER_SECOND * SECONDS; count += 1) {
      const due = began + (count * 1000) / PER_SECOND
      if (due > now()) await sleep(due - now())
      const one = sendAtOnce(signed(draft('quote.created')), { lenient: true })
      // It is thrown where all are waited for.
      one.catch(() => undefined)
      under.push(one)
    }
    return Promise.all(under)
  },
  claims: [claim('receiver-bears-sustained-load', (exchanges, { spec }) => loadVerdict(exchanges, spec))],
})
