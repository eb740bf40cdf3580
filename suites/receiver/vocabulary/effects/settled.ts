import type { ReceiverContext } from '../context.ts'
import { isAccepted } from '../judge/answer.ts'

/** Longest wait for the end of a queue, which a receiver of one delivery at a time may have. */
const LONGEST_MS = 15_000
const STEP_MS = 250

/**
 * Gives a receiver time to finish earlier deliveries. Sends one delivery at a time until one is answered about as fast as the
 * first of the run.
 * @returns false where that did not happen
 */
export async function effectsSettled(
  { opening, draft, signed, send, sleep, now }: ReceiverContext,
  longestMs = LONGEST_MS,
): Promise<boolean> {
  const usual = (await opening()).elapsedMs
  const end = now() + longestMs
  for (;;) {
    const left = end - now()
    if (left <= 0) return false
    const exchange = await send(signed(draft('quote.created')), { patienceMs: left, lenient: true })
    if (isAccepted(exchange) && exchange.elapsedMs < 2 * usual + 500) return true
    await sleep(STEP_MS)
  }
}
