import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { attemptsOf } from '../event.ts'
import {
  type BreakerTrace,
  type Failing,
  failing,
  MARGIN_MS,
  type Opening,
  STEP_MS,
  SUCCESS,
  untilFive,
} from './breaker.ts'
import { foreignDeliveriesAt, whileOutOfService } from './breaker-open.ts'
import { statusOf, waitsUntilDisabled } from './status.ts'

/** Each failed attempt counts: five of one event have just taken an endpoint out of service. */
export async function breakByAttempts(
  context: PlatformContext,
  endpoints: Failing,
  { quote, below, copies }: Opening,
): Promise<BreakerTrace> {
  const { clock, quotes, webhooks, facts, spec } = context
  const { failures, windowMs } = spec.delivery.breaker
  const made: Quote[] = [quote]
  const create = async () => {
    const next = await quotes.create('ready_to_bind')
    made.push(next)
    return next
  }
  const firstFailure = Math.min(...attemptsOf(quote, endpoints.always).map(({ earliest }) => earliest))

  // The four failures of this endpoint were followed by a success; one more shows whether that reset the count.
  endpoints.afterSuccess.answer(failing(1))
  const next = await create()
  await webhooks.until(
    () => attemptsOf(next, endpoints.afterSuccess).length > 1,
    facts.timing.rating + 10_000,
    STEP_MS,
  )
  const afterSuccess = String(await waitsUntilDisabled(context, endpoints.afterSuccess))

  const spread = async (): Promise<Pick<BreakerTrace, 'spread'>> => {
    if (afterSuccess !== 'disabled') return {}
    clock.awaits('a fifth failure almost a window after the first', windowMs)
    await clock.sleep(Math.max(0, firstFailure + windowMs - 3 * MARGIN_MS - clock.now()))
    endpoints.spread.answer(failing(1))
    const late = await create()
    const again = () => attemptsOf(late, endpoints.spread).length > 0
    await webhooks.until(again, facts.timing.rating, STEP_MS)
    const status = await waitsUntilDisabled(context, endpoints.spread)
    endpoints.spread.answer([SUCCESS])
    return { spread: String(status) }
  }

  const forgets = async (): Promise<string> => {
    clock.awaits('that failures are forgotten when the window is over', windowMs)
    // The last of the four came seconds after the first.
    await clock.sleep(Math.max(0, firstFailure + windowMs + MARGIN_MS - clock.now()))
    endpoints.below.answer(failing(failures - 1))
    const before = endpoints.below.arrivals().length
    await create()
    const five = () => endpoints.below.arrivals().length >= before + failures
    await webhooks.until(five, untilFive(spec, facts.timing.deliverySlack), STEP_MS)
    return String(await statusOf(context, endpoints.below))
  }

  const [opened, spreadOut, belowAgain] = await Promise.all([
    whileOutOfService(context, endpoints.always, endpoints.below, create),
    spread(),
    forgets(),
  ])
  return {
    reading: 'attempts',
    open: 'disabled',
    ...{ below, belowAgain, afterSuccess },
    ...spreadOut,
    ...opened,
    foreignDeliveries: foreignDeliveriesAt(endpoints, made),
    copies,
  }
}
