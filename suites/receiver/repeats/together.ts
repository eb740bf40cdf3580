import type { Exchange } from '../../../conformance/exchange.ts'
import { all } from '../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../context.ts'
import { drained } from '../drained.ts'
import { allAccepted, isAccepted } from '../judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../judge/processed.ts'

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
    const { draft, right, send, sendTogether, sleep, pace } = context
    const { quick } = await pace()
    const rounds: Round[] = []
    for (let left = quick ? ROUNDS.quick : ROUNDS.slow; left > 0; left -= 1) {
      const event = draft('quote.created')
      const copies = Array.from({ length: COPIES }, () => right(event))
      rounds.push({ id: event.id, exchanges: await sendTogether(copies) })
      await drained(context)
    }
    const event = draft('policy.created')
    const first = send(right(event), { lenient: true })
    await sleep(OVERLAP_MS)
    const second = send(right(event), { lenient: true })
    rounds.push({ id: event.id, exchanges: [await first, await second] })
    await drained(context)
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
