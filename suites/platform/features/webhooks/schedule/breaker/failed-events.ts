import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import { waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import { type Breaking, failuresAt, STEP_MS, spanOf } from './endpoints.ts'
import type { StatusSample } from './trace.ts'

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
  /** Reads the endpoint's status, after the last failure had time to take effect. */
  sample(endpoint: WebhookEndpoint, ...names: readonly string[]): Promise<StatusSample>
  /** Reads the endpoint's status before and after the failure that must open the breaker, as far as those happen. */
  samplesAround(endpoint: WebhookEndpoint, ...names: readonly string[]): Promise<readonly StatusSample[]>
}

export function failedEventsOf(breaking: Breaking): FailedEvents {
  const { context } = breaking
  const { clock, webhooks, facts, spec } = context
  const { attempts, breaker } = spec.delivery
  const slackMs = facts.timing.deliverySlack
  const patienceMs = climbMs(attempts.length, spec.delivery, slackMs) + RETRY_STEP_MS

  const retriesAt = (endpoint: WebhookEndpoint, name: string) =>
    retryStepsOf(
      { attempts: failuresAt(breaking, endpoint, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    )
  const isGivenUp = (endpoint: WebhookEndpoint) => (name: string) =>
    retriesAt(endpoint, name).length >= attempts.length

  const all: FailedEvents = {
    patienceMs,
    count: (endpoint, ...names) => names.filter(isGivenUp(endpoint)).length,

    async sample(endpoint, ...names) {
      const status = String(await waitsUntilDisabled(context, endpoint))
      const given = names.filter(isGivenUp(endpoint))
      const copies = names.flatMap((name) =>
        retriesAt(endpoint, name).map((retryStep) => retryStep.copies.length),
      )
      const last = given.flatMap((name) => failuresAt(breaking, endpoint, name).at(-1) ?? [])
      const failures = given.length
      return { status, failures, withCopies: (1 + Math.max(0, ...copies)) * failures, spanMs: spanOf(last) }
    },

    async samplesAround(endpoint, ...names) {
      const count = () => all.count(endpoint, ...names)
      await webhooks.watch(patienceMs, RETRY_STEP_MS, () => count() > 0)
      const samples: StatusSample[] = []
      for (const wanted of [breaker.failures - 1, breaker.failures]) {
        if (!(await webhooks.watch(patienceMs, STEP_MS, () => count() >= wanted))) break
        const before = count()
        const sample = await all.sample(endpoint, ...names)
        if (sample.failures === before) samples.push(sample)
      }
      return samples.length === 0 && count() > 0 ? [await all.sample(endpoint, ...names)] : samples
    },
  }
  return all
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
