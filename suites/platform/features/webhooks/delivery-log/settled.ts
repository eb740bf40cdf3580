import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { takeSnapshot } from '../../../vocabulary/operator/act.ts'
import type { Logged } from './claims.ts'
import { pairsOf } from './match.ts'

/** How long a log may take to show a finished attempt or the deletion of its endpoint, in milliseconds. */
export const LOG_TAKES_EFFECT_MS = 5000
export const LOG_STEP_MS = 500

/** Reads the log of an endpoint until it has all received attempts, with a result for each answered one. */
export async function settledLog(
  { operator, clock }: Pick<PlatformContext, 'operator' | 'clock'>,
  endpoint: Pick<WebhookEndpoint, 'id' | 'arrivals'>,
): Promise<Logged> {
  const deadline = clock.deadline(LOG_TAKES_EFFECT_MS)
  for (;;) {
    const arrivals = endpoint.arrivals()
    const log = await takeSnapshot(operator, 'delivery_log', { endpoint_id: endpoint.id })
    const isSettled = pairsOf(arrivals, log.shown).every(({ pairs }) =>
      pairs.every(({ arrival, logged }) =>
        arrival.answered.kind === 'answer' ? logged?.result !== undefined : logged !== undefined,
      ),
    )
    if (isSettled || log.step.kind !== 'done' || deadline.expired()) return { arrivals, log }
    await clock.sleep(LOG_STEP_MS)
  }
}
