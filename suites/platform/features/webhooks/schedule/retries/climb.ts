import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { type RetryTrace, retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { boundsAfter, heldUpOf, ranOut, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import {
  statusOf,
  TAKES_EFFECT_MS,
  waitsUntilDisabled,
} from '../../../../vocabulary/events/endpoint-status.ts'
import { stopsAfter } from './stops.ts'

/** Waits shorter than this are not announced to the user. */
const WORTH_TELLING_MS = 5000
/** Short enough to measure the first delay, in milliseconds. */
const FIRST_STEP_MS = 100
/** How often arrivals are checked in real time, in milliseconds. */
const REAL_STEP_MS = 100

/** `over` where no further attempt is awaited, since what comes was watched for already. */
export type AfterAttempt = 'over' | undefined

export interface Retries {
  readonly endpoint: WebhookEndpoint
  /** Attempts to deliver the event in question. */
  attempts(): readonly Arrival[]
  /** How long the suite waits for the first attempt, in milliseconds. */
  readonly firstMs: number
  /** False to leave a disabled endpoint disabled; by default it is enabled again, and the retry schedule goes on. */
  readonly reenables?: boolean
  /** Called after each failed attempt with its number. */
  after?(number: number): Promise<AfterAttempt>
}

/** The same after the last attempt, which may fail only at its deadline. */
function silenceAfter(last: Arrival | undefined, delivery: DeliverySpec): number {
  const failsMs = last !== undefined && ranOut(last, delivery) ? delivery.deadline.ms : 0
  return failsMs + silenceOf(delivery)
}

/** Waits for one attempt after the other, until no more come. */
export async function climb(context: PlatformContext, retries: Retries): Promise<RetryTrace> {
  const { webhooks, clock, facts, spec } = context
  const { endpoint, attempts, after, reenables = true } = retries
  const slackMs = facts.timing.deliverySlack
  const retrySteps = () =>
    retryStepsOf({ attempts: attempts(), slackMs, heldUpMs: heldUpOf(clock, webhooks) }, spec.delivery)
  const seen = () => retrySteps().map(({ attempt }) => attempt)
  const longestMs = Math.max(...spec.delivery.attempts.map(({ delayMs }) => delayMs))
  let afterFive: string | undefined
  for (const { number, delayMs } of spec.delivery.attempts) {
    if (!(await nextAttempt(context, retries, seen, number, delayMs))) break
    if ((await after?.(number)) === 'over') break
    const next = spec.delivery.attempts[number]?.delayMs
    // A copy may count as a failure, too.
    if (attempts().length < spec.delivery.breaker.failures) continue
    // If the endpoint was still enabled after five failures, single attempts do not count (R27).
    if (number > spec.delivery.breaker.failures && afterFive !== 'disabled') continue
    // An attempt that runs into its deadline fails only then.
    const last = seen()[number - 1]
    const failsMs = last !== undefined && ranOut(last, spec.delivery) ? spec.delivery.deadline.ms : 0
    const withinMs = failsMs + Math.min(TAKES_EFFECT_MS, (next ?? longestMs) * 0.7)
    const status = await waitsUntilDisabled(context, endpoint, withinMs)
    if (afterFive !== 'disabled') afterFive = status
    // Only copies can be held back by a disabled endpoint, so it matters only if there were any.
    const hasCopies = retrySteps().some(({ copies }) => copies.length > 0)
    // Copies of the last attempt that were held back would look like further attempts.
    if (next === undefined && hasCopies) continue
    // The retry schedule goes on only if the endpoint is enabled in time, beyond its last attempt, too.
    if (reenables && status === 'disabled' && context.operator.can('enable_endpoint')) {
      if (last !== undefined && hasCopies) endpoint.noteOutOfService(Math.max(0, clock.now() - last.earliest))
      await context.operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
    }
  }
  const came = seen()
  const silenceMs = silenceAfter(came.at(-1), spec.delivery)
  clock.awaits('that no further attempt follows the last one', silenceMs)
  await webhooks.watch(silenceMs, silenceMs / 20, () => seen().length > came.length)
  // So the ledger shows that the endpoint is in service, and that nothing was kept back.
  await statusOf(context, endpoint).catch(unlessUnable)
  return {
    attempts: attempts(),
    ...(afterFive !== undefined && { afterFive }),
    slackMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}

/** Waits for one attempt: a moved clock stops where the exact time matters, so that it takes few moves. */
async function nextAttempt(
  context: PlatformContext,
  { firstMs }: Retries,
  seen: () => readonly Arrival[],
  number: number,
  delayMs: number,
): Promise<boolean> {
  const { webhooks, clock, facts, spec } = context
  const came = () => seen().length >= number
  const previous = seen()[number - 2]
  if (previous === undefined) return context.webhooks.until(came, firstMs, FIRST_STEP_MS)
  const { deliverySlack } = facts.timing
  const { late } = boundsAfter(previous, delayMs, spec.delivery, deliverySlack)
  if (late > WORTH_TELLING_MS) clock.awaits(`attempt ${number} of ${spec.delivery.attempts.length}`, late)
  const stops = stopsAfter(previous, delayMs, spec.delivery, deliverySlack)
  for (const stop of clock.virtual ? stops : stops.slice(-1)) {
    const moveMs = Math.ceil(stop - clock.now())
    const isThere = moveMs > 0 && (await webhooks.watch(moveMs, clock.virtual ? moveMs : REAL_STEP_MS, came))
    if (isThere) return true
  }
  return came()
}
