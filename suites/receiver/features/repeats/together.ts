import type { Exchange } from '../../../../conformance/exchange.ts'
import { all } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { allAccepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { effectsSettled } from '../../vocabulary/settled-effects.ts'

interface Round {
  readonly id: string
  readonly exchanges: readonly Exchange[]
}

interface Trace {
  readonly rounds: readonly Round[]
  readonly effects: Effects
}

/** As many as wait in the shortest of usual backlogs. */
const COPIES = 5
const ROUNDS = { quick: 4, slow: 1 }
const OVERLAP_MS = 40

/** Copies that arrive at the same moment, and one that arrives while the first is still in work. */
export const repeatsTogether: ReceiverScenario = scenario<Trace>({
  id: 'repeats/together',
  title: 'Copies that arrive together are processed once',
  async drive(context) {
    const { draft, signed, send, sendTogether, sleep, pace } = context
    const { quick } = await pace()
    const rounds: Round[] = []
    for (let left = quick ? ROUNDS.quick : ROUNDS.slow; left > 0; left -= 1) {
      const event = draft('quote.created')
      const copies = Array.from({ length: COPIES }, () => signed(event))
      rounds.push({ id: event.id, exchanges: await sendTogether(copies) })
      await effectsSettled(context)
    }
    const event = draft('policy.created')
    const first = send(signed(event), { lenient: true })
    await sleep(OVERLAP_MS)
    const second = send(signed(event), { lenient: true })
    rounds.push({ id: event.id, exchanges: [await first, await second] })
    await effectsSettled(context)
    const ids = rounds.map(({ id }) => id)
    const awaited = rounds.filter(({ exchanges }) => exchanges.some(isAccepted)).map(({ id }) => id)
    return { rounds, effects: await watchEffects(context, awaited, ids) }
  },
  claims: [
    claim('receiver-processes-concurrent-repeats-once', ({ rounds, effects }) =>
      eachProcessed(effects, rounds, (...seen) =>
        all([processedAtAll(...seen), processedOnce(seen[0], seen[1])]),
      ),
    ),
    claim('receiver-answers-concurrent-repeats', ({ rounds }) =>
      allAccepted(rounds.flatMap(({ exchanges }) => exchanges)),
    ),
  ],
})
