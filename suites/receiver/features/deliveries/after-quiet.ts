import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allInTime, allOf } from '../../vocabulary/judge/answer.ts'

/** Events of a real platform come minutes apart, and whatever sleeps meanwhile has to wake up in time. */
const QUIET_MS = 12_000

/** Deliveries after some time in which nothing came (6.endpoint): the first one, and one right behind it. */
export const afterQuiet: ReceiverScenario = scenario<readonly Exchange[]>({
  id: 'deliveries/after-quiet',
  alone: true,
  title: 'A delivery is taken in time after none has come for a while',
  async drive({ draft, signed, send, sleep, time }) {
    const run = await time()
    if (run.has('variantsMs')) await sleep(QUIET_MS)
    else run.leaveOut('a quiet time before a delivery', 1)
    return [await send(signed(draft('quote.created'))), await send(signed(draft('policy.created')))]
  },
  claims: [
    claim('receiver-answers-within-8-seconds', (exchanges, { spec }) => allInTime(exchanges, spec)),
    claim('receiver-bears-one-at-a-time', (exchanges) => allOf(exchanges.map((one) => accepted(one)))),
  ],
})
