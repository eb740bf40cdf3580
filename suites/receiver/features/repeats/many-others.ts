import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, isAccepted } from '../../vocabulary/judge/answer.ts'

interface Trace {
  readonly id: string
  readonly first: Exchange
  readonly others: number
  readonly again: Exchange
  readonly effects: Effects
}

const OTHERS = 1100
/** For a slower receiver the result stays open. Less than the time that the variants of one part of a run may take. */
const LONGEST_MS = 28_000
const BREATH_MS = 500

/** A receiver that keeps only a few hundred ids has forgotten the first one by then. */
export const manyOthers: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/after-many-others',
  owes: false,
  title: 'After a thousand other events, the receiver still knows an event',
  async drive(context) {
    const { draft, signed, send, now, sleep, timestamp, lanes, spec } = context
    const event = draft('quote.created')
    const first = await send(signed(event))
    const began = now()
    const types = eventTypesOf(spec).map(({ type }) => type)
    let isRefused = false
    const left = await lanes()
    const taken = await left.drive(
      Array.from({ length: OTHERS }, (_, number) => ({ number, variant: true })),
      async ({ number }) => {
        if (isRefused || now() - began > LONGEST_MS) return false
        const other = draft(types[number % types.length] ?? 'quote.created')
        const isTaken = isAccepted(await send(signed(other), { lenient: true }))
        isRefused ||= !isTaken
        return isTaken
      },
      () => true,
    )
    const others = taken.filter((isTaken) => isTaken).length
    // The specification does not say how many deliveries in a row a receiver must bear.
    await sleep(BREATH_MS)
    const again = await send(signed({ ...event, timestamp: timestamp() }))
    const ids = [event.id]
    return { id: event.id, first, others, again, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-processes-once-after-many-others', once),
    claim('receiver-accepts-a-later-attempt', ({ again }) => accepted(again)),
  ],
})

function once({ id, first, again, others, effects }: Trace): Verdict {
  const verdict = eachProcessed(effects, [{ id, exchanges: [first, again] }], processedOnce)
  if (verdict.kind !== 'passed' || others >= OTHERS) return verdict
  return cannotTell(
    `no more than ${others} other events were taken in the time for it; it was processed once after those`,
  )
}
