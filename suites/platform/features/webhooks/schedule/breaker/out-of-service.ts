import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { EventType } from '../../../../../../spec/delivery.ts'
import { lookAt } from '../../../office/act.ts'
import { addBroker } from '../../broker.ts'
import type { Logged } from '../../delivery-log/claims.ts'
import { eventIdOf, typeOf } from '../../event.ts'
import { statusOf } from '../endpoint-status.ts'
import { attemptsAt, type Breaking, MARGIN_MS, STEP_MS, taking } from './endpoints.ts'
import type { Expected, OutOfService, TakenBack, Watched } from './trace.ts'

/**
 * Time in milliseconds in which a request that was sent before its endpoint is taken out of service may still
 * arrive.
 */
const IN_FLIGHT_MS = 2000
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
  const { context, make } = breaking
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
  const elsewhere = isReady ? await eventsElsewhere(breaking, meanwhile) : undefined
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

/**
 * Brings about a policy, whose events must come to working endpoints alone, and waits for events of every type at the one that
 * takes all. The quote has a name as all others have: its events may come late, and nobody else's failure is to be counted by them.
 *
 * @param ready name of a quote that rests in `ready_to_bind`
 * @returns undefined where no policy came about, or no such endpoint is registered
 */
async function eventsElsewhere(
  { context, quotes: named, endpoints: { steady } }: Breaking,
  ready: string,
): Promise<Expected | undefined> {
  const { quotes, api, webhooks, facts, spec } = context
  const { rating, proposal, issue, deliverySlack } = facts.timing
  const policiesAt = (endpoint: WebhookEndpoint) =>
    new Set(endpoint.arrivals().flatMap((one) => (typeOf(one) === 'policy.created' ? [eventIdOf(one)] : [])))
  const { id } = await named.make(`${ready}, with a policy`, () => quotes.create('ready_to_bind'))
  if ((await quotes.settle(id)).state !== 'ready_to_bind') return undefined
  const before = steady && policiesAt(steady).size
  await api.bind(id)
  if ((await quotes.issue(id)).state !== 'issued' || steady === undefined) return undefined
  // A type that never came at all breaks another statement.
  const comes = (type: EventType) => steady.arrivals().some((one) => typeOf(one) === type)
  const owed = spec.delivery.events.flatMap(({ type, cause }) =>
    cause !== 'operator' && (type === 'policy.created' || comes(type)) ? [type] : [],
  )
  // A policy need not be known by its customer (R28): a further one is enough.
  const isThere = (type: EventType) =>
    type === 'policy.created'
      ? policiesAt(steady).size > (before ?? 0)
      : steady.arrivals().some((one) => named.isAbout(ready, type, one))
  const came = () => owed.filter(isThere)
  const patienceMs = Math.max(rating, proposal, issue) + deliverySlack
  await webhooks.until(() => came().length === owed.length, patienceMs, STEP_MS)
  return { owed, came: came() }
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
  if (operator.can('add_broker')) await addBroker(breaking.context)
  const again = await takenBack()
  await webhooks.watch(LATE_MS, LATE_MS)
  const late = out.arrivals().slice(before)
  const lateOf = (...names: readonly string[]) =>
    late.filter((one) => names.some((name) => breaking.quotes.isAbout(name, 'quote.created', one))).length
  return {
    ...watched,
    again,
    logs: [logBefore, logAfter],
    lateEvents: lateOf('meanwhile', 'at the end'),
    lateRepeats: lateOf('stage'),
  }
}
