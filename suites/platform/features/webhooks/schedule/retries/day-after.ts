import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../../../conformance/scenario.ts'
import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { type DayAfter, type RetryTrace, retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import { furtherAttempt } from './further.ts'

const DAY_MS = 24 * 3_600_000
/** Step of the moved clock, in milliseconds: a nightly job may repeat an event at any hour. */
const STEP_MS = 3_600_000

/**
 * Watches an endpoint for a day after the last attempt, since some platforms retry failed deliveries in a nightly job. A disabled
 * endpoint is enabled first. Undefined where the clock cannot be moved or the endpoint not enabled.
 */
export async function dayAfter(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  attempts: () => readonly Arrival[],
): Promise<DayAfter | undefined> {
  const { clock, webhooks, operator } = context
  if (!clock.virtual) return undefined
  const before = attempts().length
  const status = await statusOf(context, endpoint)
  if (status === 'disabled') {
    if (!operator.can('enable_endpoint')) return undefined
    await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  }
  clock.awaits('that an event that was given up stays so for a day', DAY_MS)
  await webhooks.watch(DAY_MS, STEP_MS, () => attempts().length > before)
  return { attempts: attempts().slice(before), ...(status !== undefined && { status }) }
}

/** Judges that no attempt ever follows the tenth one (8, R25). */
export function staysGivenUp(trace: RetryTrace, { spec: { delivery }, arrivals }: Facts<Spec>): Verdict {
  const { dayAfter: day, heldUpMs } = trace
  const most = delivery.attempts.length
  if (day === undefined) return cannotTell('no day could be watched', 'operator.advance_clock')
  const retrySteps = retryStepsOf(trace, delivery, deliveryClockOf(arrivals ?? trace.attempts))
  if (retrySteps.length !== most) return cannotTell(`${retrySteps.length} attempts arrived`)
  const [further] = day.attempts
  if (further !== undefined) {
    // A copy of the last attempt may have been held back while the endpoint was disabled (R27).
    const mayBeCopy = day.status !== 'enabled' && retrySteps.some(({ copies }) => copies.length > 0)
    return mayBeCopy
      ? cannotTell('a copy may have been kept back while the endpoint was out of service')
      : furtherAttempt(further, most, heldUpMs)
  }
  return day.status === undefined
    ? cannotTell('nobody can say whether the endpoint is in service', 'operator.endpoint_status')
    : passed('watched for a day')
}
