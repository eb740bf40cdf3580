import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { DeliverySpec, EventType } from '../../../../../../spec/delivery.ts'
import { boundsOf, climbMs } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import type { SubmittedQuote } from '../../../../vocabulary/quotes/quotes.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import type { Failing } from './openings.ts'

export interface Breaking {
  readonly context: PlatformContext
  readonly quotes: ScheduleQuotes
  readonly endpoints: Failing
  /** Target time at which the first attempt at the shared quote failed. */
  readonly began: number
  /** Makes a quote; the endpoints with a script for its name refuse its event. */
  make(name: string): Promise<SubmittedQuote>
}

/** Name of a quote whose `quote.proposalReady` fails. For all other quotes it is `quote.created`. */
export const BY_PROPOSAL = 'by its proposal'

export const typeAbout = (name: string): EventType =>
  name === BY_PROPOSAL ? 'quote.proposalReady' : 'quote.created'

export const STEP_MS = 1000
/** Short enough to tell a copy from the next attempt, in milliseconds. */
export const SHARP_STEP_MS = 250
/** Copies come within this time. */
const COPIES_MS = 2 * SHARP_STEP_MS

/**
 * Time in milliseconds in which a request that was sent before the endpoint was disabled may still
 * arrive.
 */
export const IN_FLIGHT_MS = 2000
/** Safety margin in milliseconds: how far from the end of the window the suite makes failures, before or after it. */
export const MARGIN_MS = 20_000

/** How long the suite waits for five attempts, in milliseconds. */
const untilFive = (delivery: DeliverySpec, slackMs: number): number =>
  Math.max(45_000, 2 * climbMs(delivery.breaker.failures, delivery, slackMs))

/**
 * Waits for attempts one by one, each as long as five of them may take. On a moved clock it first waits for copies of the last one.
 * Then it moves in one step to the earliest legal moment of the next, since each move is a request.
 *
 * @param attempts returns the attempts so far, without copies
 */
export async function watchAttempts(
  { webhooks, clock, facts, spec: { delivery } }: PlatformContext,
  count: number,
  attempts: () => readonly Arrival[],
): Promise<boolean> {
  const slackMs = facts.timing.deliverySlack
  const patienceMs = untilFive(delivery, slackMs)
  while (attempts().length < count) {
    const before = attempts()
    const came = () => attempts().length > before.length
    const last = before.at(-1)
    const { early } = boundsOf(delivery.attempts[before.length]?.delayMs ?? 0, delivery, slackMs)
    if (clock.virtual && last !== undefined) {
      const copiesMs = last.latest + COPIES_MS - clock.now()
      if (copiesMs > 0) await webhooks.watch(copiesMs, SHARP_STEP_MS, came)
      const straightMs = last.earliest + early - clock.now() - 1
      if (straightMs > SHARP_STEP_MS && !came()) await webhooks.watch(straightMs, straightMs, came)
    }
    if (!(await webhooks.watch(patienceMs, SHARP_STEP_MS, came))) return false
  }
  return true
}

const isFailure = ({ answered }: Arrival): boolean => answered.kind !== 'answer' || answered.status !== 200

/** Failed attempts about the quotes of some names at an endpoint, copies among them. */
export const failuresAt = (
  { quotes }: Pick<Breaking, 'quotes'>,
  endpoint: WebhookEndpoint,
  ...names: readonly string[]
): readonly Arrival[] => attemptsAt({ quotes }, endpoint, ...names).filter(isFailure)

/** Attempts about the quotes of some names at an endpoint. */
export const attemptsAt = (
  { quotes }: Pick<Breaking, 'quotes'>,
  endpoint: WebhookEndpoint,
  ...names: readonly string[]
): readonly Arrival[] =>
  endpoint.arrivals().filter((one) => names.some((name) => quotes.isAbout(name, typeAbout(name), one)))
