import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ClockPort } from '../../../../conformance/ports/clock.ts'

/** A new key may take so long to be known everywhere, in milliseconds. */
const TAKES_EFFECT_MS = 60_000
const STEP_MS = 2000

/** Asks until an answer is as wanted, or until a new key has had the time to be known everywhere; returns the last answer. */
export async function patiently(
  clock: ClockPort,
  ask: () => Promise<Exchange>,
  isWanted: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const deadline = clock.deadline(TAKES_EFFECT_MS)
  for (;;) {
    const exchange = await ask()
    if (isWanted(exchange) || deadline.expired()) return exchange
    await clock.sleep(STEP_MS)
  }
}

/** The credentials of a request are not the reason for its answer. */
export const isLetIn = ({ answer }: Exchange): boolean => answer?.status !== 401 && answer?.status !== 403
