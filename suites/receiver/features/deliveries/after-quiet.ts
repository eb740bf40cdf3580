import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allInTime, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Effects, eachProcessed, processedOnce, watchEffects } from '../../vocabulary/judge/processed.ts'

interface Trace {
  /** An event before nothing came for a while, and again as the first delivery behind that. */
  readonly repeated: { readonly id: string; readonly exchanges: readonly Exchange[] }
  /** New events behind it. */
  readonly others: readonly Exchange[]
  readonly effects: Effects
}

/** Events of a real platform come minutes apart, and whatever sleeps meanwhile has to wake up in time. */
const QUIET_MS = 12_000

/** Deliveries after some time in which nothing came (6.endpoint): a repeat, and new events right behind it. */
export const afterQuiet: ReceiverScenario = scenario<Trace>({
  id: 'deliveries/after-quiet',
  alone: true,
  title: 'A delivery is taken in time, and a repeat known, after none has come for a while',
  async drive(context) {
    const { draft, signed, send, sleep, timestamp, time } = context
    const run = await time()
    const event = draft('quote.created')
    const first = await send(signed(event))
    if (run.has('variantsMs')) await sleep(QUIET_MS)
    else run.leaveOut('a quiet time before a delivery', 1)
    const again = await send(signed({ ...event, timestamp: timestamp() }))
    const others = [await send(signed(draft('quote.created'))), await send(signed(draft('policy.created')))]
    const ids = isAccepted(first) ? [event.id] : []
    const repeated = { id: event.id, exchanges: [first, again] }
    return { repeated, others, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-answers-within-8-seconds', (trace, { spec }) => allInTime(behind(trace), spec)),
    claim('receiver-bears-one-at-a-time', (trace) => allOf(behind(trace).map((one) => accepted(one)))),
    claim('receiver-processes-once', ({ repeated, effects }) =>
      eachProcessed(
        effects,
        repeated.exchanges.slice(0, 1).some(isAccepted) ? [repeated] : [],
        processedOnce,
      ),
    ),
  ],
})

const behind = ({ repeated, others }: Trace): readonly Exchange[] => [
  ...repeated.exchanges.slice(1),
  ...others,
]
