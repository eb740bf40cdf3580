import { fewestAttempts } from '../../../../vocabulary/attempts/copies.ts'
import { delaysMs, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
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
export async function enableWhenDue(breaking: Breaking): Promise<void> {
  const { context, endpoints } = breaking
  const { webhooks, operator, spec } = context
  const { always } = endpoints
  await operator.perform('enable_endpoint', { endpoint_id: always.id })
  const count = () => fewestAttempts(failuresAt(breaking, always, UNDER_WAY)).length
  // Stops at one attempt too many, since some platforms never end.
  for (let came = -1; came < count() && count() <= spec.delivery.attempts.length; ) {
    came = count()
    await webhooks.watch(silenceOf(spec.delivery), RETRY_STEP_MS, () => count() > came)
  }
}
