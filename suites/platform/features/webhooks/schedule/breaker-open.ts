import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { attemptsOf, quoteIdIn } from '../event.ts'
import { type BreakerTrace, type Failing, MARGIN_MS, STEP_MS, SUCCESS } from './breaker.ts'
import { statusOf } from './status.ts'

/** What is on its way when an endpoint is taken out of service may still arrive, in milliseconds. */
const IN_FLIGHT_MS = 2000
/** How long an event is waited for that is to come at once, and late ones are watched for. */
const SOON_MS = 10_000

type Opened = Pick<
  BreakerTrace,
  'whileOpen' | 'watchedMs' | 'stillOpen' | 'elsewhere' | 'afterwards' | 'lateEvents' | 'lateRepeats'
>

/**
 * Watches an endpoint that is out of service for longer than the window, then takes it back.
 *
 * @param create makes a quote
 * @param sound an endpoint that works meanwhile
 */
export async function whileOutOfService(
  context: PlatformContext,
  out: WebhookEndpoint,
  sound: WebhookEndpoint,
  create: () => Promise<Quote>,
): Promise<Opened> {
  const { webhooks, operator, clock, quotes, facts, spec } = context
  const { windowMs } = spec.delivery.breaker
  const since = clock.now()
  const quote = await create()
  await quotes.settle(quote.id)
  clock.awaits('that an endpoint out of service gets nothing and stays so', windowMs + MARGIN_MS)
  await clock.sleep(Math.max(0, since + windowMs + MARGIN_MS - clock.now()))
  const stillOpen = String(await statusOf(context, out))
  const before = out.arrivals()
  out.answer([SUCCESS])
  await operator.perform('enable_endpoint', { endpoint_id: out.id })
  const after = await create()
  await webhooks.until(() => attemptsOf(after, out).length > 0, facts.timing.rating + SOON_MS, STEP_MS)
  await webhooks.watch(SOON_MS, SOON_MS)
  const late = out.arrivals().slice(before.length)
  const ofQuote = (id: string) => late.filter((arrival) => quoteIdIn(arrival) === id.toLowerCase()).length
  const known = new Set(before.map(quoteIdIn))
  return {
    whileOpen: before.filter(({ earliest }) => earliest > since + IN_FLIGHT_MS),
    watchedMs: windowMs + MARGIN_MS,
    stillOpen,
    elsewhere: attemptsOf(quote, sound),
    afterwards: attemptsOf(after, out),
    lateEvents: ofQuote(quote.id),
    lateRepeats: late.filter((arrival) => known.has(quoteIdIn(arrival))).length,
  }
}

/** Deliveries at endpoints of the breaker that are about none of its own quotes. */
export function foreignDeliveriesAt(endpoints: Failing, quotes: readonly Quote[]): number {
  const own = new Set(quotes.map(({ id }) => id.toLowerCase()))
  const arrivals = Object.values<WebhookEndpoint>({ ...endpoints }).flatMap((endpoint) => endpoint.arrivals())
  return arrivals.filter((arrival) => !own.has(quoteIdIn(arrival) ?? '')).length
}
