import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import { waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { settledLog } from '../../delivery-log/settled.ts'
import { climb } from '../retries/climb.ts'
import {
  attemptsAt,
  type Breaking,
  failAgain,
  failuresAt,
  MARGIN_MS,
  SHARP_STEP_MS,
  STEP_MS,
  watchAttempts,
} from './endpoints.ts'
import { BACK } from './every-type.ts'
import { failedEventsOf, makeApart, RETRY_STEP_MS } from './failed-events.ts'
import { failing, refusing } from './openings.ts'
import { watchDisabled } from './out-of-service.ts'
import type { Reenabled } from './trace.ts'
import { enableWhenDue, makeUnderWay, UNDER_WAY } from './under-way.ts'

const FIRST = 'afterwards'
/** With the first one, four events that fail permanently without opening the breaker. */
const THREE = ['afterwards 2', 'afterwards 3', 'afterwards 4'] as const
const FIVE = ['once more 1', 'once more 2', 'once more 3', 'once more 4', 'once more 5'] as const
const ONCE_MORE = FIVE[0]

/** Names of the quotes whose events fail at an endpoint that was enabled again. */
const AGAIN_NAMES: readonly string[] = [FIRST, ...THREE, ...FIVE, UNDER_WAY]

/** Failed attempts in real time; the next attempt succeeds. */
const FAILED_AGAIN = 3

/**
 * Makes an endpoint that was enabled again fail four times, and five times after the window. Each failed attempt counts here. In
 * real time it does not wait for the window.
 */
export async function reenabledByAttempts(breaking: Breaking): Promise<Reenabled> {
  const { context, endpoints } = breaking
  const { clock, spec } = context
  const { failures, windowMs } = spec.delivery.breaker
  const { always } = endpoints
  if (!clock.virtual) {
    await failSharply(breaking, FIRST)
    return { retries: retriesOf(breaking), log: await logAgain(breaking) }
  }
  const below = await failAgain(breaking, always, FIRST, failures - 1)
  const log = await logAgain(breaking)
  if (below === 'enabled') {
    await clock.sleep(windowMs + MARGIN_MS)
    await watchDisabledAgain(breaking, await failSharply(breaking, ONCE_MORE))
  }
  return { retries: retriesOf(breaking), log }
}

/**
 * Reads the endpoint's status before and after the attempt that must open the breaker, as far as those happen.
 *
 * @returns the last status that was read
 */
async function failSharply(breaking: Breaking, name: string): Promise<string | undefined> {
  const { context, quotes, endpoints, make } = breaking
  const { webhooks, facts, spec } = context
  const { failures } = spec.delivery.breaker
  const { always } = endpoints
  always.answer(refusing, quotes.named(name))
  await make(name)
  const failed = () => withoutCopies(failuresAt(breaking, always, name))
  await webhooks.until(
    () => failed().length > 0,
    facts.timing.rating + facts.timing.deliverySlack,
    SHARP_STEP_MS,
  )
  const isReached = await watchAttempts(context, failures - 1, failed)
  const before = await waitsUntilDisabled(context, always)
  if (!isReached) return before
  await watchAttempts(context, failures, failed)
  return waitsUntilDisabled(context, always)
}

/** Does the same where only permanently failed events count. In real time it does not wait for those. */
export async function reenabledByEvents(breaking: Breaking): Promise<Reenabled> {
  const { context, quotes, endpoints } = breaking
  const { clock, spec } = context
  const { always } = endpoints
  if (!clock.virtual) return { retries: await fewAttempts(breaking), log: await logAgain(breaking) }
  const given = failedEventsOf(breaking)
  always.answer(refusing, quotes.named(...AGAIN_NAMES))
  // All at once: a sleep between them would move the clock in steps too large for the retry schedule.
  const four = [FIRST, ...THREE]
  for (const name of four) await breaking.make(name)
  const retries = await wholeSchedule(breaking)
  // Failed attempts did not count before, so they must not count now.
  if (retries.afterFive === 'disabled') return { retries }
  const below = await given.readAt(always, four, [four.length], RETRY_STEP_MS)
  const log = await logAgain(breaking)
  if (below !== 'enabled') return { retries, log }
  await clock.sleep(spec.delivery.breaker.windowMs + MARGIN_MS)
  await makeApart(breaking, FIVE)
  await makeUnderWay(breaking)
  if (await watchDisabledAgain(breaking, await given.readAt(always, FIVE, [4, 5])))
    await enableWhenDue(breaking)
  return { retries, log }
}

/**
 * Reads the log with the attempts since the endpoint was enabled, at events of every type. A log may show a single day, so
 * this comes before the endpoint is watched for another one.
 */
function logAgain({ context, quotes, endpoints: { always } }: Breaking): Promise<Logged> {
  const types = context.spec.delivery.events.map(({ type }) => type)
  const isOwn = (one: Arrival) =>
    [BACK, ...AGAIN_NAMES].some((name) => types.some((type) => quotes.isAbout(name, type, one)))
  return settledLog(context, { id: always.id, arrivals: () => always.arrivals().filter(isOwn) })
}

async function wholeSchedule(breaking: Breaking): Promise<RetryTrace> {
  const { context, endpoints } = breaking
  const { rating, deliverySlack } = context.facts.timing
  const epoch = breaking.epochAt(FIRST)
  const climbed = await climb(
    context,
    {
      endpoint: endpoints.always,
      attempts: () => attemptsAt(breaking, endpoints.always, FIRST),
      firstMs: rating + deliverySlack,
      reenables: false,
    },
    { ...(epoch && { epoch }) },
  )
  return climbed
}

async function fewAttempts(breaking: Breaking): Promise<RetryTrace> {
  const { context, quotes, endpoints, make } = breaking
  const { rating, deliverySlack } = context.facts.timing
  endpoints.always.answer(failing(FAILED_AGAIN), quotes.named(FIRST))
  await make(FIRST)
  const came = (count: number) => () =>
    withoutCopies(attemptsAt(breaking, endpoints.always, FIRST)).length >= count
  await context.webhooks.until(came(1), rating + deliverySlack, STEP_MS)
  const patienceMs = climbMs(FAILED_AGAIN + 1, context.spec.delivery, deliverySlack) + RETRY_STEP_MS
  await context.webhooks.watch(patienceMs, STEP_MS / 2, came(FAILED_AGAIN + 1))
  return retriesOf(breaking)
}

/** The attempts at the first event after the endpoint was enabled again. */
function retriesOf(breaking: Breaking): RetryTrace {
  const { clock, webhooks, facts } = breaking.context
  const epoch = breaking.epochAt(FIRST)
  return {
    attempts: attemptsAt(breaking, breaking.endpoints.always, FIRST),
    ...(epoch && { epoch }),
    slackMs: facts.timing.deliverySlack,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}

/** Watches an endpoint that was disabled for the second time; says whether it was. */
async function watchDisabledAgain(breaking: Breaking, status: string | undefined): Promise<boolean> {
  if (status !== 'disabled') return false
  const { always, below } = breaking.endpoints
  await watchDisabled(breaking, { out: always, working: below }, ['out again', 'out at the end'])
  return true
}
