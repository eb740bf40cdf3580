import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, finding, isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Effects, eachProcessed, watchEffects } from '../../vocabulary/judge/processed.ts'

interface Trace {
  readonly id: string
  readonly first: Exchange
  /** After the restart and before the repeat: effects that are kept in memory begin at zero again. */
  readonly before: Effects
  readonly again: Exchange
  readonly after: Effects
}

/** Retries go on for minutes, and receivers are deployed in between. */
export const restarted: ReceiverScenario = scenario<Trace>({
  id: 'repeats/restart',
  alone: true,
  title: 'A restart makes no receiver forget an event',
  needs: [{ offers: 'restart' }],
  async drive(context) {
    const { draft, signed, send, restart, timestamp } = context
    const event = draft('quote.created')
    const ids = [event.id]
    const first = await send(signed(event))
    await watchEffects(context, isAccepted(first) ? ids : [], ids)
    await restart()
    const before = await watchEffects(context, [], ids)
    const again = await send(signed({ ...event, timestamp: timestamp() }))
    return { id: event.id, first, before, again, after: await watchEffects(context, [], ids) }
  },
  claims: [
    claim('receiver-processes-once-across-a-restart', notAgain),
    claim('receiver-accepts-a-later-attempt', ({ again }) => accepted(again)),
  ],
})

function notAgain({ id, first, before, again, after }: Trace): Verdict {
  if (!isAccepted(first)) return cutOff('the event was not accepted before the restart')
  return eachProcessed(after, [{ id, exchanges: [first, again] }], (times) => {
    const known = 'times' in before ? (before.times[id] ?? 0) : 0
    return times <= known
      ? passed()
      : failed(finding(again, 'the repeat is not processed', `${id} was processed again`, 'effects'))
  })
}
