import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { delaysMs, heldUpOf, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import type { ParkedTrace } from '../retries/parked.ts'
import { type Breaking, failuresAt } from './endpoints.ts'
import { RETRY_STEP_MS } from './failed-events.ts'

/** Name of a quote whose event is still being repeated when other events disable its endpoint. */
export const UNDER_WAY = 'under way'

/** How long before the first permanent failure of the others it is made, in milliseconds: enough for more than five attempts. */
const BEFORE_MS = 90_000

/** Makes an event that is still being repeated when others, whose retry schedules have just begun, fail permanently. */
export async function makeUnderWay({ context, make }: Breaking): Promise<void> {
  const { clock, spec } = context
  await clock.sleep(Math.max(0, delaysMs(spec.delivery) - BEFORE_MS))
  await make(UNDER_WAY)
}

/** Enables the endpoint when the next repeat of that event has fallen due, and watches its further attempts. */
export async function underWayWhenBack(breaking: Breaking): Promise<ParkedTrace> {
  const { context, endpoints } = breaking
  const { webhooks, clock, operator, facts, spec } = context
  const { always } = endpoints
  const slackMs = facts.timing.deliverySlack
  const attempts = () => failuresAt(breaking, always, UNDER_WAY)
  const heldUpMs = () => heldUpOf(clock, webhooks)
  const before = retryStepsOf({ attempts: attempts(), slackMs, heldUpMs: heldUpMs() }, spec.delivery)
  await operator.perform('enable_endpoint', { endpoint_id: always.id })
  const silenceMs = silenceOf(spec.delivery)
  const count = () => fewestAttempts(attempts()).length
  // Stops at one attempt too many, since some platforms never end.
  for (let came = -1; came < count() && count() <= spec.delivery.attempts.length; ) {
    came = count()
    await webhooks.watch(silenceMs, RETRY_STEP_MS, () => count() > came)
  }
  return {
    attempts: attempts(),
    timesReenabled: before.length > 0 ? 1 : 0,
    hasCopies: before.some(({ copies }) => copies.length > 0),
    silenceMs,
    heldUpMs: heldUpMs(),
  }
}
