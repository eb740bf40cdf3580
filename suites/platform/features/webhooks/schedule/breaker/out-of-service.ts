import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { EventType } from '../../../../../../spec/delivery.ts'
import { lookAt } from '../../../office/act.ts'
import { addBroker } from '../../broker.ts'
import type { Logged } from '../../delivery-log/claims.ts'
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
  await make(meanwhile)
  await comes(meanwhile)
  const issued = `${meanwhile}, with a policy`
  const elsewhere = (await makePolicy(breaking, issued))
    ? await awaitElsewhere(breaking, meanwhile, issued)
    : undefined
  if (clock.virtual) await beside
  clock.awaits('that an endpoint out of service gets nothing and stays so', watchedMs)
  await clock.sleep(Math.max(0, since + watchedMs - MARGIN_MS - clock.now()))
  // Its status and an event of this moment show whether it is still out of service.
  await make(atTheEnd)
  await comes(atTheEnd)
  await clock.sleep(Math.max(0, since + watchedMs - clock.now()))
  return {
    arrivals: out.arrivals().filter(({ earliest }) => earliest > since + IN_FLIGHT_MS),
    watchedMs,
    statusAtTheEnd: String(await statusOf(context, out)),
    elsewhere: attemptsAt(breaking, working, meanwhile),
    ...(elsewhere !== undefined && { ofEveryType: elsewhere }),
  }
}

/**
 * Brings about a policy, whose events must come to working endpoints alone. The quote has a name as all others have: its
 * events may come late, and nobody else's failure is to be counted by them.
 *
 * @returns whether it was issued
 */
async function makePolicy(
  { context: { quotes, api }, quotes: named }: Breaking,
  name: string,
): Promise<boolean> {
  const { id } = await named.make(name, () => quotes.create('ready_to_bind'))
  if ((await quotes.settle(id)).state !== 'ready_to_bind') return false
  await api.bind(id)
  return (await quotes.issue(id)).state === 'issued'
}

/**
 * Waits for what must come to the endpoint that works, of every type.
 *
 * @param ready name of a quote that rests in `ready_to_bind`
 * @param issued name of one whose policy was issued
 */
async function awaitElsewhere(
  { context, quotes, endpoints: { steady } }: Breaking,
  ready: string,
  issued: string,
): Promise<Expected | undefined> {
  if (steady === undefined) return undefined
  const { webhooks, facts, spec } = context
  const { rating, proposal, issue, deliverySlack } = facts.timing
  const owed = spec.delivery.events.flatMap(({ type, cause }) => (cause === 'operator' ? [] : [type]))
  // A quote that is bound at once may never have had a proposal (R28).
  const nameOf = (type: EventType) => (type === 'quote.proposalReady' ? ready : issued)
  const came = () =>
    owed.filter((type) => steady.arrivals().some((one) => quotes.isAbout(nameOf(type), type, one)))
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
