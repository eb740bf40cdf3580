import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { lookAt, tryAction } from '../../../office/act.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { statusOf } from '../endpoint-status.ts'
import { attemptsAt, type Breaking, IN_FLIGHT_MS, MARGIN_MS, STEP_MS, taking } from './endpoints.ts'
import { eventsOfBroker, eventsOfPolicy, eventsWhenBack } from './every-type.ts'
import type { OutOfService, TakenBack, Watched } from './trace.ts'

/** How long late events are watched for, in milliseconds. */
const LATE_MS = 10_000
/** A moved clock makes long absences cheap: some breakers close again after minutes or hours. */
const DAY_MS = 24 * 60 * 60 * 1000

/** The endpoints of a watch, and what goes on beside it. */
interface Watch {
  readonly out: WebhookEndpoint
  /** An endpoint that works meanwhile. */
  readonly working: WebhookEndpoint
  /** No day passes before this is done: an attempt that is under way would run into its deadline. */
  readonly beside?: Promise<unknown>
}

/**
 * Watches an endpoint that is out of service for longer than the window, for a day where that costs nothing.
 *
 * @param names of the quotes whose events arise at the beginning and at the end
 */
export async function watchOut(
  breaking: Breaking,
  { out, working, beside }: Watch,
  [meanwhile, atTheEnd]: readonly [string, string],
): Promise<Watched> {
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
  // Some platforms rate and tell at once, which would be taken for what was on its way.
  await clock.sleep(2 * IN_FLIGHT_MS)
  const quote = await make(meanwhile)
  await comes(meanwhile)
  const isReady = (await context.quotes.settle(quote.id)).state === 'ready_to_bind'
  const elsewhere = isReady ? await eventsOfPolicy(breaking, endpoints.steady, meanwhile) : undefined
  if (clock.virtual) await beside
  clock.awaits('that an endpoint out of service gets nothing and stays so', watchedMs)
  await clock.sleep(Math.max(0, since + watchedMs - MARGIN_MS - clock.now()))
  // Nothing but enabling it takes an endpoint back; a back office may refuse to rotate the secret of one that is out of service.
  const rotated =
    context.operator.can('rotate_secret') && (await out.rotate().then(() => true, unlessUnable)) === true
  // Its status and an event of this moment show whether it is still out of service.
  await make(atTheEnd)
  await comes(atTheEnd)
  await clock.sleep(Math.max(0, since + watchedMs - clock.now()))
  return {
    arrivals: out.arrivals().filter(({ earliest }) => earliest > since + IN_FLIGHT_MS),
    watchedMs,
    statusAtTheEnd: String(await statusOf(context, out)),
    rotated,
    elsewhere: attemptsAt(breaking, working, meanwhile),
    ...(elsewhere !== undefined && { ofEveryType: elsewhere }),
  }
}

/** The status of a new endpoint at the address of one that is out of service; undefined where none can be made. */
async function successorOf(context: PlatformContext, out: WebhookEndpoint): Promise<string | undefined> {
  const { webhooks, operator, spec } = context
  if (!operator.can('delete_endpoint') || (await statusOf(context, out)) !== 'disabled') return undefined
  // Of the same types: a platform may take it for a change of the endpoint that is there. It may also refuse a known address.
  const ofOperators = spec.delivery.events.flatMap(({ type, cause }) => (cause === 'operator' ? [type] : []))
  const types = ['quote.created', ...ofOperators]
  const next = await webhooks.openBeside(out, types).catch(unlessUnable)
  if (next === undefined || next.id === out.id) return undefined
  const status = await statusOf(context, next)
  await tryAction(operator, 'delete_endpoint', { endpoint_id: next.id })
  return status
}

/**
 * Watches an endpoint that is out of service, then takes it back.
 *
 * @param takenBack makes events once it was taken back, and watches what becomes of them
 */
export async function whileOutOfService(
  breaking: Breaking,
  watch: Watch,
  takenBack: () => Promise<TakenBack>,
): Promise<OutOfService> {
  const { out } = watch
  const { webhooks, operator } = breaking.context
  const logOf = async (): Promise<Logged> => ({
    arrivals: out.arrivals(),
    log: await lookAt(operator, 'delivery_log', { endpoint_id: out.id }),
  })
  const watched = await watchOut(breaking, watch, ['meanwhile', 'at the end'])
  const before = out.arrivals().length
  // Whatever was kept back until now is to disturb no count.
  out.answer(taking)
  const logBefore = await logOf()
  await operator.perform('enable_endpoint', { endpoint_id: out.id })
  const logAfter = await logOf()
  // The one type that it is not subscribed to: no quote causes it.
  const broker = await eventsOfBroker(breaking)
  const afterwards = await eventsWhenBack(breaking, out)
  const again = await takenBack()
  // Nothing more is asked of that one: a platform may take the other for it, and delete both.
  const successor = await successorOf(breaking.context, breaking.endpoints.spread)
  await webhooks.watch(LATE_MS, LATE_MS)
  const late = out.arrivals().slice(before)
  const lateOf = (...names: readonly string[]) =>
    late.filter((one) => names.some((name) => breaking.quotes.isAbout(name, 'quote.created', one))).length
  return {
    ...watched,
    again,
    ...(broker !== undefined && { broker }),
    ...(afterwards !== undefined && { afterwards }),
    ...(successor !== undefined && { successor }),
    logs: [logBefore, logAfter],
    lateEvents: lateOf('meanwhile', 'at the end'),
    lateRepeats: lateOf('stage'),
  }
}
