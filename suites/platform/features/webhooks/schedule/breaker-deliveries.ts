import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { attemptsOf, concerning } from '../event.ts'
import { type BreakerTrace, FAILURE, type Failing, MARGIN_MS, type Opening, SUCCESS } from './breaker.ts'
import { foreignDeliveriesAt, whileOutOfService } from './breaker-open.ts'
import { statusOf, waitsUntilDisabled } from './status.ts'
import { climbMs } from './timing.ts'

/** Time in which ladders go on is passed in larger steps: only their ends count. */
const LADDER_STEP_MS = 5000

/** Only events that failed for good count: five of them are to take an endpoint out of service. */
export async function breakByDeliveries(
  context: PlatformContext,
  endpoints: Failing,
  opening: Opening,
): Promise<BreakerTrace> {
  const { clock, quotes, webhooks, facts, spec } = context
  const { attempts, breaker } = spec.delivery
  const ladderMs = attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)
  const patienceMs = climbMs(attempts.length, spec.delivery, facts.timing.deliverySlack) + LADDER_STEP_MS
  const made: Quote[] = [opening.quote]
  const create = async () => {
    const next = await quotes.create('ready_to_bind')
    made.push(next)
    return next
  }
  const several = async (count: number) => {
    const some: Quote[] = []
    for (let n = 0; n < count; n += 1) some.push(await create())
    return some
  }
  const givenUp = async (some: readonly Quote[], endpoint: WebhookEndpoint) => {
    const ended = () => some.every((quote) => attemptsOf(quote, endpoint).length >= attempts.length)
    await webhooks.until(ended, patienceMs, LADDER_STEP_MS)
    return clock.now()
  }

  const { always, below, spread, afterSuccess } = endpoints
  for (const endpoint of [below, spread, afterSuccess]) endpoint.answer([FAILURE])
  const began = clock.now()
  // One less than opens it; at the first endpoint they make the number full, since it failed from the beginning.
  const four = await several(breaker.failures - 1)
  clock.awaits('events that fail for good', patienceMs)

  /** A fifth event that is given up late in the window of the four; only one endpoint has had a success by then. */
  const fifth = async () => {
    await clock.sleep(Math.max(0, began + breaker.windowMs - 3 * MARGIN_MS - clock.now()))
    below.answer([SUCCESS])
    below.answer([FAILURE], concerning(...four))
    const late = await create()
    await givenUp([late], spread)
    const status = await waitsUntilDisabled(context, spread)
    const after = await waitsUntilDisabled(context, afterSuccess)
    for (const endpoint of [spread, afterSuccess]) endpoint.answer([SUCCESS])
    return { late, spread: String(status), afterSuccess: String(after) }
  }

  /** What becomes of the endpoints once the four have failed for good. */
  const ended = async () => {
    const since = await givenUp([opening.quote, ...four], always)
    const open = String(await waitsUntilDisabled(context, always))
    await givenUp(four, below)
    const status = String(await statusOf(context, below))
    // From here on a further event succeeds, and those that were made until now go on failing.
    below.answer([SUCCESS])
    afterSuccess.answer([SUCCESS])
    afterSuccess.answer([FAILURE], concerning(...made))
    const opened = whileOutOfService(context, always, below, create)
    const forgets = async () => {
      clock.awaits('that failures are forgotten when the window is over', breaker.windowMs + MARGIN_MS)
      await clock.sleep(Math.max(0, since + breaker.windowMs + MARGIN_MS - ladderMs - clock.now()))
      below.answer([FAILURE])
      const again = await several(breaker.failures - 1)
      below.answer([SUCCESS])
      below.answer([FAILURE], concerning(...again))
      await givenUp(again, below)
      return String(await statusOf(context, below))
    }
    const [watched, belowAgain] = await Promise.all([opened, forgets()])
    return { open, below: status, belowAgain, ...watched }
  }

  const [late, rest] = await Promise.all([fifth(), ended()])
  return {
    reading: 'deliveries',
    ...rest,
    // An endpoint that was out of service after one ladder was so too early, whatever came later.
    below: opening.below === 'enabled' ? rest.below : opening.below,
    spread: late.spread,
    afterSuccess: late.afterSuccess,
    foreignDeliveries: foreignDeliveriesAt(endpoints, made),
    copies: opening.copies,
  }
}
