import { unlessUnable, type Verdict } from '../../../../../../conformance/verdict.ts'
import {
  FAILING,
  type RetryTrace,
  repeatInTime,
  retryStepsOf,
} from '../../../../vocabulary/attempts/retry-trace.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { attemptsOf } from '../../../../vocabulary/events/event.ts'
import { deliveryClockOf } from '../../../../vocabulary/time/delivery-clock.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { climb } from './climb.ts'

/** How many more retry schedules are measured at most. */
const MOST = 2

/** Says whether a time was not measured closely enough. */
const isUnsure = (verdict: Verdict | undefined): boolean =>
  verdict?.kind === 'cannot-tell' && verdict.measured !== undefined

/**
 * Measures a retry schedule again where a delay was not measured closely enough. Other parts have ended by then, so that little real time
 * passes between its moves. It does so where the clock can be moved.
 */
export async function measuredAgain(
  context: PlatformContext,
  quotes: ScheduleQuotes,
  before: RetryTrace,
): Promise<void> {
  const { webhooks, clock, facts, spec } = context
  const isOpen = (trace: RetryTrace) => {
    const given = { ...trace, delivery: spec.delivery, clock: deliveryClockOf(trace.attempts) }
    const steps = retryStepsOf(trace, spec.delivery, given.clock)
    return steps.some((_, place) => isUnsure(repeatInTime(steps, place + 1, given)))
  }
  let again: RetryTrace | undefined
  for (let turn = 1; turn <= MOST && clock.virtual && isOpen(again ?? before); turn += 1) {
    const name = `measured again ${turn}`
    const endpoint = await webhooks.open(['quote.created']).catch(unlessUnable)
    endpoint?.answer(FAILING, quotes.named(name))
    const quote = await quotes.make(name, () => context.quotes.create('ready_to_bind')).catch(unlessUnable)
    if (endpoint === undefined || quote === undefined) return
    const { rating, deliverySlack } = facts.timing
    const attempts = () => attemptsOf(quote, endpoint)
    again = await climb(context, { endpoint, attempts, firstMs: rating + deliverySlack })
  }
}
