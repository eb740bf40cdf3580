import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { type Effects, stillProcessed, watchEffects } from '../../vocabulary/effects/processed.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'

interface Trace {
  /** An event that was processed before the restart. It shows whether effects survive a restart. */
  readonly earlier: string
  readonly id: string
  readonly taken: Exchange
  readonly after: Effects
}

/**
 * A platform does not send an event again after a 2xx. The specification does not say how a receiver is stopped, so it does not
 * owe an event that a restart loses.
 */
export const restartedAtOnce: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/restart-at-once',
  exclusive: true,
  owes: false,
  title: 'An event that was accepted right before a restart is processed',
  needs: [{ offers: 'restart' }],
  async drive(context) {
    const { draft, signed, send, restart } = context
    const [before, event] = [draft('quote.created'), draft('policy.created')]
    const first = await send(signed(before))
    await watchEffects(context, isAccepted(first) ? [before.id] : [], [before.id])
    const taken = await send(signed(event))
    await restart()
    const ids = [before.id, event.id]
    const after = await watchEffects(context, isAccepted(taken) ? [event.id] : [], ids)
    return { earlier: before.id, id: event.id, taken, after }
  },
  claims: [claim('receiver-processes-once-across-a-restart', processedStill)],
})

function processedStill({ earlier, id, taken, after }: Trace): Verdict {
  if (!isAccepted(taken)) return cutOff('the event was not accepted before the restart')
  if ('times' in after && (after.times[earlier] ?? 0) === 0)
    return cannotTell('a restart takes away what could be seen of earlier events')
  return stillProcessed([{ id, exchanges: [taken] }], after)
}
