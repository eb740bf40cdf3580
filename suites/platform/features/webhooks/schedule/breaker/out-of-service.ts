import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { statusOf } from '../endpoint-status.ts'
import { heldUpOf } from '../timing.ts'
import { attemptsAt, type Breaking, MARGIN_MS, STEP_MS, taking } from './endpoints.ts'
import type { Look, OutOfService } from './trace.ts'

/**
 * Time in milliseconds in which a request that was sent before its endpoint is taken out of service may still
 * arrive.
 */
const IN_FLIGHT_MS = 2000
/** How long late events are watched for, in milliseconds. */
const LATE_MS = 10_000
/** A moved clock makes long absences cheap: some breakers close again after minutes or hours. */
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Watches an endpoint that is out of service for longer than the window, for a day where that costs nothing, then takes it back.
 *
 * @param working an endpoint that works meanwhile
 * @param afterwards makes an event `afterwards` and watches what becomes of it
 */
export async function whileOutOfService(
  breaking: Breaking,
  out: WebhookEndpoint,
  working: WebhookEndpoint,
  afterwards: () => Promise<readonly Look[]>,
): Promise<OutOfService> {
  const { context, make } = breaking
  const { webhooks, operator, clock, facts, spec } = context
  const watchedMs = clock.virtual ? DAY_MS : spec.delivery.breaker.windowMs + MARGIN_MS
  const since = clock.now()
  await make('meanwhile')
  const came = () => attemptsAt(breaking, working, 'meanwhile').length > 0
  await context.webhooks.until(came, facts.timing.rating + facts.timing.deliverySlack, STEP_MS)
  clock.awaits('that an endpoint out of service gets nothing and stays so', watchedMs)
  await clock.sleep(Math.max(0, since + watchedMs - MARGIN_MS - clock.now()))
  // Its status and an event of this moment show whether it is still out of service.
  await make('at the end')
  const cameLate = () => attemptsAt(breaking, working, 'at the end').length > 0
  await context.webhooks.until(cameLate, facts.timing.rating + facts.timing.deliverySlack, STEP_MS)
  await clock.sleep(Math.max(0, since + watchedMs - clock.now()))
  const statusAtTheEnd = String(await statusOf(context, out))
  const before = out.arrivals()
  // Whatever was kept back until now is to disturb no count.
  out.answer(taking)
  await operator.perform('enable_endpoint', { endpoint_id: out.id })
  const again = await afterwards()
  await webhooks.watch(LATE_MS, LATE_MS)
  const late = out.arrivals().slice(before.length)
  const lateOf = (...names: readonly string[]) =>
    late.filter((one) => names.some((name) => breaking.quotes.isAbout(name, 'quote.created', one))).length
  return {
    arrivals: before.filter(({ earliest }) => earliest > since + IN_FLIGHT_MS),
    watchedMs,
    statusAtTheEnd,
    elsewhere: attemptsAt(breaking, working, 'meanwhile'),
    afterwards: attemptsAt(breaking, out, 'afterwards'),
    again,
    slackMs: facts.timing.deliverySlack,
    heldUpMs: heldUpOf(clock, webhooks),
    lateEvents: lateOf('meanwhile', 'at the end'),
    lateRepeats: lateOf('stage'),
  }
}
