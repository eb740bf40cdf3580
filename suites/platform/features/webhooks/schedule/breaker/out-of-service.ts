import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { takeSnapshot, tryAction } from '../../../../vocabulary/operator/act.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { attemptsAt, type Breaking, IN_FLIGHT_MS, MARGIN_MS, STEP_MS } from './endpoints.ts'
import { eventsOfPolicy, eventsWhenBack, makeBroker } from './every-type.ts'
import { eventsOfOthers } from './of-others.ts'
import { taking } from './openings.ts'
import type { Elsewhere, OutOfService, Reenabled } from './trace.ts'

/** How long the suite watches for late events, in milliseconds. */
const LATE_MS = 10_000
/** Watched on a moved clock, since some breakers close again after minutes or hours. */
const DAY_MS = 24 * 60 * 60 * 1000

/** The endpoints of a watch, and other work during it. */
interface Watch {
  readonly out: WebhookEndpoint
  /** An endpoint that works meanwhile. */
  readonly working: WebhookEndpoint
  /** Must be done before the clock moves by a day: an attempt in progress would miss its deadline. */
  readonly beside?: Promise<unknown>
}

/**
 * Watches a disabled endpoint for longer than the window; on a moved clock for a day.
 *
 * @param names of the quotes whose events arise at the beginning and at the end
 */
export async function watchDisabled(
  breaking: Breaking,
  { out, working, beside }: Watch,
  [meanwhile, atTheEnd]: readonly [string, string],
): Promise<Elsewhere> {
  const { context, make, endpoints } = breaking
  const { webhooks, clock, facts, spec } = context
  const watchedMs = clock.virtual ? DAY_MS : spec.delivery.breaker.windowMs + MARGIN_MS
  const since = clock.now()
  const comes = (name: string) =>
    webhooks.until(
      () => attemptsAt(breaking, working, name).length > 0,
      facts.timing.rating + facts.timing.deliverySlack,
      STEP_MS,
    )
  // A platform may rate and deliver at once: that must not count as sent before the endpoint was disabled.
  await clock.sleep(2 * IN_FLIGHT_MS)
  const quote = await make(meanwhile)
  await comes(meanwhile)
  const works = (await statusOf(context, working)) === 'enabled'
  const isReady = (await context.quotes.settle(quote.id)).state === 'ready_to_bind'
  const elsewhere = isReady ? await eventsOfPolicy(breaking, endpoints.steady, meanwhile) : undefined
  if (clock.virtual) await beside
  clock.awaits('that an endpoint out of service gets nothing and stays so', watchedMs)
  await clock.sleep(Math.max(0, since + watchedMs - MARGIN_MS - clock.now()))
  // A rotation must not enable the endpoint. A back office may refuse to rotate the secret of a disabled one.
  if (context.operator.can('rotate_secret')) await out.rotate().catch(unlessUnable)
  // Its status and a new event show if it is still disabled.
  await make(atTheEnd)
  await comes(atTheEnd)
  await clock.sleep(Math.max(0, since + watchedMs - clock.now()))
  await statusOf(context, out)
  return {
    works,
    elsewhere: attemptsAt(breaking, working, meanwhile),
    ...(elsewhere !== undefined && { ofEveryType: elsewhere }),
  }
}

/** Reads the status of a new endpoint with the URL of a disabled one. */
async function showSuccessor(context: PlatformContext, out: WebhookEndpoint): Promise<void> {
  const { webhooks, operator, spec } = context
  if (!operator.can('delete_endpoint') || (await statusOf(context, out)) !== 'disabled') return
  // With the same types: a platform may treat this as a change of the existing endpoint. It may also refuse a known URL.
  const ofOperators = spec.delivery.events.flatMap(({ type, cause }) => (cause === 'operator' ? [type] : []))
  const types = ['quote.created', ...ofOperators]
  const next = await webhooks.openBeside(out, types).catch(unlessUnable)
  if (next === undefined || next.id === out.id) return
  await statusOf(context, next)
  await tryAction(operator, 'delete_endpoint', { endpoint_id: next.id })
}

/**
 * Watches a disabled endpoint, then enables it again.
 *
 * @param afterReenabling makes events after it was enabled, and watches their deliveries
 */
export async function whileDisabled(
  breaking: Breaking,
  watch: Watch,
  afterReenabling: () => Promise<Reenabled>,
): Promise<OutOfService> {
  const { out } = watch
  const { webhooks, operator } = breaking.context
  const logOf = async (): Promise<Logged> => ({
    arrivals: out.arrivals(),
    log: await takeSnapshot(operator, 'delivery_log', { endpoint_id: out.id }),
  })
  const watched = await watchDisabled(breaking, watch, ['meanwhile', 'at the end'])
  const before = out.arrivals().length
  // The endpoint accepts all late events, so that they do not count as failures.
  out.answer(taking)
  const logBefore = await logOf()
  await operator.perform('enable_endpoint', { endpoint_id: out.id })
  const logAfter = await logOf()
  // `broker.added` is the one type that `out` does not subscribe to; `spread` does.
  await makeBroker(breaking)
  const afterwards = await eventsWhenBack(breaking, out)
  await eventsOfOthers(breaking)
  const again = await afterReenabling()
  // Comes last: a platform may treat both endpoints as one, and delete both.
  await showSuccessor(breaking.context, breaking.endpoints.spread)
  await webhooks.watch(LATE_MS, LATE_MS)
  const late = out.arrivals().slice(before)
  const lateOf = (...names: readonly string[]) =>
    late.filter((one) => names.some((name) => breaking.quotes.isAbout(name, 'quote.created', one))).length
  return {
    ...watched,
    again,
    ...(afterwards !== undefined && { afterwards }),
    logs: [logBefore, logAfter],
    lateEvents: lateOf('meanwhile', 'at the end'),
    lateRepeats: lateOf('shared'),
  }
}
