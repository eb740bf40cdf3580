import type { Exchange } from '../../../../conformance/exchange.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { answersPromptly, recoverFromLoad } from '../../vocabulary/driving/recovery.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { type Load, loadVerdict } from './judge.ts'
import { lastOf, mayLoad, paceOf, paceSeen } from './pace.ts'

export const BURST = 50

/** Numbers of simultaneous deliveries. A step is sent only if the one before shows that the receiver will answer it in time. */
const STEPS: readonly number[] = [4, 12, BURST]
/** The latest time for the last answer of a step, in milliseconds. It is below the deadline. */
const LAST_MS = 7000
/**
 * Twice as many as a handful of quotes causes. A receiver that bears more than these gets no warning; so many show nothing about a
 * burst.
 */
const LEAST = 12

/** Many deliveries at once. How much load a receiver must bear is not stated (R30). */
export const burst: ReceiverScenario = sendScenario<Load>({
  id: 'load/burst',
  owes: false,
  exclusive: true,
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
  const { draft, signed, sendAllAtOnce } = context
  const pace = await paceOf(context)
  const exchanges: Exchange[] = []
  for (const size of STEPS) {
    if (pace.seen !== undefined && lastOf(pace.seen, size) > LAST_MS) break
    const step = await sendAllAtOnce(Array.from({ length: size }, () => signed(draft('quote.created'))))
    exchanges.push(...step)
    if (!step.every(isAccepted)) break
    pace.seen = paceSeen(step)
  }
  return exchanges
}
