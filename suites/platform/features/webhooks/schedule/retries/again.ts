import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { FAILING, type RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { attemptsOf } from '../../../../vocabulary/events/event.ts'
import { epochOf } from '../epoch.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { isUnsure, retryStep } from './claims.ts'
import { climb } from './climb.ts'

/** How many more retry schedules are measured at most. */
const MOST = 2

/**
 * Measures a retry schedule again where a delay was not measured closely enough. Other parts have ended by then, so that little real time
 * passes between its moves. Undefined where that is not needed, or not possible.
 */
export async function measuredAgain(
  context: PlatformContext,
  quotes: ScheduleQuotes,
  before: RetryTrace,
): Promise<RetryTrace | undefined> {
  const { webhooks, clock, facts, spec } = context
  const isOpen = (trace: RetryTrace) =>
    spec.delivery.attempts.some(
      ({ number }) => number > 1 && isUnsure(retryStep(trace, number, { spec, exchanges: [] })),
    )
  let again: RetryTrace | undefined
  for (let turn = 1; turn <= MOST && clock.virtual && isOpen(again ?? before); turn += 1) {
    const name = `measured again ${turn}`
    const endpoint = await webhooks.open(['quote.created']).catch(unlessUnable)
    endpoint?.answer(FAILING, quotes.named(name))
    const made = clock.now()
    const quote = await quotes.make(name, () => context.quotes.create('ready_to_bind')).catch(unlessUnable)
    if (endpoint === undefined || quote === undefined) return again
    const epoch = epochOf(quote, { least: made, most: clock.now() })
    const { rating, deliverySlack } = facts.timing
    const attempts = () => attemptsOf(quote, endpoint)
    const climbed = await climb(
      context,
      { endpoint, attempts, firstMs: rating + deliverySlack },
      { ...(epoch && { epoch }) },
    )
    again = { ...climbed, foreignDeliveries: 0 }
  }
  return again
}
