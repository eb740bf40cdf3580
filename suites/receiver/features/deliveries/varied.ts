import fc from 'fast-check'
import { all } from '../../../../conformance/verdict.ts'
import { eventTexts } from '../../../../generators/event-texts.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { type Answered, acceptedIds, byId, eventsOf } from '../../vocabulary/send.ts'

interface Trace {
  readonly answered: readonly Answered[]
  readonly effects: Effects
}

const CASES = { quick: 40, slow: 6 }
/** A counterexample is made smaller for so long, in milliseconds. */
const SHRINK_MS = 5000

/** Generated content in every place where the specification leaves a text free. */
export const variedContent: ReceiverScenario = scenario<Trace>({
  id: 'deliveries/varied',
  title: 'Events with generated content are taken',
  async drive(context) {
    const { spec, pace, event, draft, signed, send, seed, now } = context
    const { quick } = await pace()
    const answered: Answered[] = []
    const began = now()
    const types = eventsOf(spec).filter(({ type }) => type !== 'quote.proposalReady')
    const text = fc.oneof(...types.map(({ type }) => eventTexts(type).map((made) => ({ type, made }))))
    let isBroken = false
    await fc.check(
      fc.asyncProperty(text, async ({ type, made }) => {
        if (isBroken && now() - began > SHRINK_MS) return false
        const one = draft(type, { body: made.fill(event(type)) })
        const exchange = await send(signed(one))
        answered.push({ name: made.label, id: one.id, exchange })
        isBroken ||= !isAccepted(exchange)
        return isAccepted(exchange)
      }),
      { seed: seed(), numRuns: quick ? CASES.quick : CASES.slow },
    )
    const ids = acceptedIds(answered)
    return { answered, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    // What was found last is the smallest.
    claim('receiver-accepts-varied-content', ({ answered }) =>
      all(answered.toReversed().map(({ name, exchange }) => accepted(exchange, name))),
    ),
    claim('receiver-processes-each-event', ({ answered, effects }) =>
      eachProcessed(effects, byId(answered.filter(({ exchange }) => isAccepted(exchange))), processedAtAll),
    ),
  ],
})
