import type { Exchange } from '../../../../conformance/exchange.ts'
import { all } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { driveOne } from '../../vocabulary/send.ts'

interface Trace {
  readonly id: string
  readonly broken: Exchange
  readonly whole: Exchange
  readonly effects: Effects
}

/** Failure first, then success: an attempt whose connection broke, and the next rung of the ladder (8.retry). */
export const brokenAttempt: ReceiverScenario = scenario<Trace>({
  id: 'repeats/broken-attempt',
  title: 'An attempt that broke off leaves the next one its chance',
  async drive(context) {
    const { draft, signed, send, sleep, timestamp, spec } = context
    const attempts = async () => {
      const event = draft('quote.created')
      const broken = await send(signed(event, { framing: 'broken-off' }))
      await sleep(spec.delivery.attempts.find(({ number }) => number === 2)?.delayMs ?? 0)
      return { id: event.id, broken, whole: await send(signed({ ...event, timestamp: timestamp() })) }
    }
    const made = await driveOne(context, attempts, ({ whole }) => isAccepted(whole))
    const ids = [made.id]
    return { ...made, effects: await watchEffects(context, isAccepted(made.whole) ? ids : [], ids) }
  },
  claims: [
    claim('receiver-accepts-after-a-broken-attempt', ({ whole }) => accepted(whole)),
    claim('receiver-processes-each-event', ({ id, whole, effects }) =>
      eachProcessed(effects, [{ id, exchanges: [whole] }], (...seen) =>
        all([processedAtAll(...seen), processedOnce(seen[0], seen[1])]),
      ),
    ),
  ],
})
