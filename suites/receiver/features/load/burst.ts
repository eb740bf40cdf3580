import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { answersPromptly, recoverFromLoad } from '../../vocabulary/recovery.ts'
import { type Load, loadVerdict } from './judge.ts'
import { lastOf, mayLoad, paceOf, paceSeen } from './pace.ts'

export const BURST = 50

/** Deliveries at once: each step is sent only if the one before says that the receiver answers it in time. */
const STEPS: readonly number[] = [4, 12, BURST]
/** Time for the last answer of a step, in milliseconds: within the deadline. */
const LAST_MS = 7000
/** Twice what a handful of quotes brings about. Fewer say nothing about a burst, and whoever bears them is not warned for its pace. */
const LEAST = 12

/** So many at once: how much a receiver bears is not stated (R30). */
export const burst: ReceiverScenario = scenario<Load>({
  id: 'load/burst',
  owes: false,
  alone: true,
  title: 'Up to fifty deliveries at once are answered in time',
  async drive(context) {
    await answersPromptly(context)
    await mayLoad(context, STEPS[0] ?? BURST)
    const exchanges = await inSteps(context)
    await recoverFromLoad(context)
    return { exchanges, isEnough: exchanges.length > LEAST }
  },
  claims: [claim('receiver-bears-a-burst', (load, { spec }) => loadVerdict(load, spec))],
})

async function inSteps(context: ReceiverContext): Promise<readonly Exchange[]> {
  const { draft, signed, sendTogether } = context
  const pace = await paceOf(context)
  const exchanges: Exchange[] = []
  for (const size of STEPS) {
    if (pace.seen !== undefined && lastOf(pace.seen, size) > LAST_MS) break
    const step = await sendTogether(Array.from({ length: size }, () => signed(draft('quote.created'))))
    exchanges.push(...step)
    if (!step.every(isAccepted)) break
    pace.seen = paceSeen(step)
  }
  return exchanges
}
