import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import { waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import { type Breaking, failuresAt, STEP_MS } from './endpoints.ts'

/** Larger step of a moved clock while retry schedules go on, since only their ends matter. */
export const RETRY_STEP_MS = 5000
/** Time between events whose retry schedules must end one after the other, in milliseconds. */
const APART_MS = 8000

/** Events that failed permanently at an endpoint, by the names of their quotes. */
export interface FailedEvents {
  /** How long the suite waits for a whole retry schedule, in milliseconds. */
  readonly patienceMs: number
  /** How many of them have failed permanently. */
  count(endpoint: WebhookEndpoint, ...names: readonly string[]): number
  /**
   * Reads the endpoint's status each time that so many of them have failed permanently, as far as that happens.
   *
   * @returns the last status that was read
   */
  readAt(
    endpoint: WebhookEndpoint,
    names: readonly string[],
    counts: readonly number[],
    stepMs?: number,
  ): Promise<string | undefined>
}

export function failedEventsOf(breaking: Breaking): FailedEvents {
  const { context } = breaking
  const { clock, webhooks, facts, spec } = context
  const { attempts } = spec.delivery
  const slackMs = facts.timing.deliverySlack
  const patienceMs = climbMs(attempts.length, spec.delivery, slackMs) + RETRY_STEP_MS

  const isGivenUp = (endpoint: WebhookEndpoint) => (name: string) =>
    retryStepsOf(
      { attempts: failuresAt(breaking, endpoint, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    ).length >= attempts.length
  const count: FailedEvents['count'] = (endpoint, ...names) => names.filter(isGivenUp(endpoint)).length

  return {
    patienceMs,
    count,
    async readAt(endpoint, names, counts, stepMs = STEP_MS) {
      const isReached = (wanted: number, step: number) =>
        webhooks.watch(patienceMs, step, () => count(endpoint, ...names) >= wanted)
      await isReached(1, RETRY_STEP_MS)
      let status: string | undefined
      for (const wanted of counts) {
        if (!(await isReached(wanted, stepMs))) break
        status = await waitsUntilDisabled(context, endpoint)
      }
      return status ?? waitsUntilDisabled(context, endpoint)
    },
  }
}

/** Makes events whose retry schedules end one after the other. */
export async function makeApart({ context, make }: Breaking, names: readonly string[]): Promise<void> {
  const { clock } = context
  const began = clock.now()
  for (const [place, name] of names.entries()) {
    await clock.sleep(Math.max(0, began + place * APART_MS - clock.now()))
    await make(name)
  }
}
