import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import {
  type Effects,
  eachProcessed,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allInTime, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'

interface Trace {
  /** Events delivered before the quiet time and repeated after it: one with the same secret, one with the previous secret. */
  readonly repeated: readonly { readonly id: string; readonly exchanges: readonly Exchange[] }[]
  /** New events after the quiet time. */
  readonly others: readonly Exchange[]
  readonly effects: Effects
}

/** Events of a real platform come minutes apart. A receiver that sleeps meanwhile has to wake up in time. */
const QUIET_MS = 12_000

/** Deliveries after a quiet time (6.endpoint): repeats, and new events right after them. */
export const afterQuiet: ReceiverScenario = sendScenario<Trace>({
  id: 'deliveries/after-quiet',
  exclusive: true,
  title: 'After a quiet time, a delivery is answered in time and a repeat is recognised',
  async drive(context) {
    const { draft, signed, send, sleep, timestamp, time, facts } = context
    const run = await time()
    // A rotation may happen in between, so a repeat may be signed with another secret than the first attempt.
    const secrets = (['own', 'previous'] as const).filter((one) => one === 'own' || facts.secrets.has(one))
    const events: (readonly [Draft, (typeof secrets)[number], Exchange])[] = []
    for (const secret of secrets) {
      const event = draft('quote.created')
      events.push([event, secret, await send(signed(event))])
    }
    if (run.has('variantsMs')) await sleep(QUIET_MS)
    else run.leaveOut('a quiet time before a delivery', 1)
    const repeated: { readonly id: string; readonly exchanges: readonly Exchange[] }[] = []
    for (const [event, secret, first] of events) {
      const again = await send(signed({ ...event, timestamp: timestamp() }, { secret }))
      repeated.push({ id: event.id, exchanges: [first, again] })
    }
    const others = [await send(signed(draft('quote.created'))), await send(signed(draft('policy.created')))]
    const ids = takenOf(repeated).map(({ id }) => id)
    return { repeated, others, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-answers-within-8-seconds', (trace, { spec }) => allInTime(behind(trace), spec)),
    claim('receiver-bears-one-at-a-time', (trace) => allOf(behind(trace).map((one) => accepted(one)))),
    claim('receiver-processes-once', ({ repeated, effects }) =>
      eachProcessed(effects, takenOf(repeated), processedOnce),
    ),
  ],
})

const takenOf = (repeated: Trace['repeated']): Trace['repeated'] =>
  repeated.filter(({ exchanges }) => exchanges.slice(0, 1).some(isAccepted))

const behind = ({ repeated, others }: Trace): readonly Exchange[] => [
  ...repeated.flatMap(({ exchanges }) => exchanges.slice(1)),
  ...others,
]
