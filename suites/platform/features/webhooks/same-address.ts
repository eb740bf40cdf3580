import type { Arrival, EndpointBeside, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import { COPY_MS } from '../../vocabulary/attempts/copies.ts'
import { climbMs } from '../../vocabulary/attempts/timing.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusOf, waitsUntilDisabled } from '../../vocabulary/events/endpoint-status.ts'
import { about, typeOf } from '../../vocabulary/events/event.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import {
  type AddressTrace,
  areTwo,
  type Broken,
  type Deleted,
  type EndpointPair,
  sameAddressClaims,
} from './same-address-claims.ts'

/** The type to which both endpoints are subscribed. */
const COMMON = 'quote.created'
/** The type to which the second one alone is subscribed. */
const OF_SECOND = 'quote.proposalReady'

/** Number of events before the second endpoint is registered, and again after that: more than are repeated by chance. */
const EVENTS = 3

/** Interval for reading the status of the endpoint that should be disabled, in milliseconds. */
const STATUS_STEP_MS = 20_000
/** Step of a moved clock meanwhile. */
const RETRY_STEP_MS = 5000

/** Checks that two endpoints at one address have nothing in common: no secret and no breaker (6.signature.2, 8.breaker). */
export const sameAddress: PlatformScenario = scenario<AddressTrace>({
  id: 'webhooks/same-address',
  title: 'Each of two endpoints at one address has its own secret and its own circuit breaker',
  needs: [{ offers: 'endpoints' }],
  exclusive: true,
  async drive(context) {
    const { webhooks, operator, spec } = context
    const first = await webhooks.open([COMMON])
    const earlier = await readyQuotes(context, EVENTS)
    await arrived(context, () => earlier.every((quote) => cameOf(first, COMMON, quote).length > 0))
    await webhooks.watch(2 * COPY_MS, COPY_MS)
    const before = earlier.map((quote) => cameOf(first, COMMON, quote))

    const types = [COMMON, OF_SECOND].filter((type) => spec.delivery.events.some((one) => one.type === type))
    // A platform may refuse a known URL, or treat it as a change of the existing endpoint.
    const second = await webhooks.openBeside(first, types).catch(unlessUnable)
    if (second === undefined || second.id === first.id || haveSameSecret(first, second)) return {}
    const both = await readyQuotes(context, EVENTS)
    const seen = (): EndpointPair => ({
      bySecond: second.arrivals().map(({ id }) => id),
      before,
      common: both.map((quote) => cameOf(first, COMMON, quote)),
      ofSecond: types.includes(OF_SECOND) ? both.map((quote) => cameOf(first, OF_SECOND, quote)) : [],
      reached: webhooks.reached(),
      shown: operator.can('endpoint_status'),
    })
    await arrived(context, () => {
      const pair = seen()
      return areTwo(pair) && pair.ofSecond.every(({ length }) => length > 0)
    })
    await webhooks.watch(2 * COPY_MS, COPY_MS)
    const pair = seen()
    const rotated = areTwo(pair) ? await rotateFirst(context, first) : undefined
    const canBreak = pair.shown && areTwo(pair) && pair.ofSecond.some(({ length }) => length > 0)
    const broken = canBreak ? await breakSecond(context, first, second).catch(unlessUnable) : undefined
    const deleted = areTwo(pair) ? await deleteSecond(context, first, second).catch(unlessUnable) : undefined
    const { bySecond, reached } = seen()
    const facts = { ...(rotated && { rotated }), ...(broken && { broken }), ...(deleted && { deleted }) }
    return { pair: { ...pair, bySecond, reached, ...facts } }
  },
  claims: sameAddressClaims,
})

/** Rotates the secret of the first endpoint, and makes more events for both; undefined where it is not rotated. */
async function rotateFirst(
  context: PlatformContext,
  first: WebhookEndpoint,
): Promise<readonly (readonly Arrival[])[] | undefined> {
  if (!context.operator.can('rotate_secret')) return undefined
  if ((await first.rotate().then(() => true, unlessUnable)) !== true) return undefined
  const quotes = await readyQuotes(context, EVENTS)
  const seen = () => quotes.map((quote) => cameOf(first, COMMON, quote))
  await arrived(context, () => seen().every(({ length }) => length > 1))
  return seen()
}

/** Lets deliveries of the second endpoint alone fail until it is disabled, and makes one more event. */
async function breakSecond(
  context: PlatformContext,
  first: WebhookEndpoint,
  second: EndpointBeside,
): Promise<Broken | undefined> {
  const { webhooks, clock, facts, spec } = context
  const { attempts, breaker } = spec.delivery
  for (const one of [first, second]) if ((await statusOf(context, one)) !== 'enabled') return undefined
  first.answer([{ kind: 'answer', status: 500 }], { concerns: (delivery) => typeOf(delivery) === OF_SECOND })
  const failing = await readyQuotes(context, breaker.failures)
  const isThere = (quote: SubmittedQuote) =>
    cameOf(first, OF_SECOND, quote).length > 0 && cameOf(first, COMMON, quote).length > 1
  const isFailure = ({ answered }: Arrival) => answered.kind !== 'answer' || answered.status !== 200
  const hasFailed = () => first.atAddress().filter(isFailure).length >= breaker.failures
  await arrived(context, () => failing.every(isThere) || hasFailed())
  // Other deliveries end before the clock moves far: they must not miss their deadline. What is disabled gets no more of them.
  if ((await waitsUntilDisabled(context, second)) !== 'disabled')
    await arrived(context, () => failing.every(isThere))
  // In real time no event fails for good here: that takes minutes, in which nothing else could run.
  const most = clock.virtual ? attempts.length : breaker.failures
  const patienceMs = climbMs(most, spec.delivery, facts.timing.deliverySlack)
  const end = clock.now() + patienceMs
  clock.awaits('that an endpoint is put out of service beside another one at its address', patienceMs)
  let status = await waitsUntilDisabled(context, second)
  while (status !== 'disabled' && clock.now() < end) {
    await webhooks.watch(Math.min(STATUS_STEP_MS, patienceMs), RETRY_STEP_MS)
    status = await waitsUntilDisabled(context, second)
  }
  const [next] = status === 'disabled' ? ((await readyQuotes(context, 1).catch(unlessUnable)) ?? []) : []
  const nextOf = (quote: SubmittedQuote) => {
    const bySecond = new Set(second.arrivals().map(({ id }) => id))
    return cameOf(first, COMMON, quote).filter(({ id }) => !bySecond.has(id))
  }
  if (next !== undefined) await arrived(context, () => nextOf(next).length > 0)
  const statusOfFirst = await statusOf(context, first).catch(unlessUnable)
  return {
    failures: first.atAddress().filter(isFailure),
    ...(statusOfFirst !== undefined && { first: statusOfFirst }),
    ...(status !== undefined && { second: status }),
    accepted: first.atAddress().filter((one) => !isFailure(one)),
    ...(next !== undefined && { next: nextOf(next) }),
  }
}

/** Deletes the second endpoint, and makes one more event; undefined where it is not deleted. */
async function deleteSecond(
  context: PlatformContext,
  first: WebhookEndpoint,
  { id }: EndpointBeside,
): Promise<Deleted | undefined> {
  const { operator } = context
  if (!operator.can('delete_endpoint')) return undefined
  const { step } = await tryAction(operator, 'delete_endpoint', { endpoint_id: id })
  const [quote] = step.kind === 'done' ? await readyQuotes(context, 1) : []
  if (quote === undefined) return undefined
  await arrived(context, () => cameOf(first, COMMON, quote).length > 0)
  const status = await statusOf(context, first).catch(unlessUnable)
  const next = cameOf(first, COMMON, quote)
  return { submitted: quote.submitted.id, next, ...(status !== undefined && { status }) }
}

const readyQuotes = ({ quotes }: PlatformContext, count: number): Promise<readonly SubmittedQuote[]> =>
  Promise.all(Array.from({ length: count }, () => quotes.reach('ready_to_bind')))

/** Deliveries of a type at the address of an endpoint that are about a quote. */
const cameOf = (endpoint: WebhookEndpoint, type: string, quote: SubmittedQuote): readonly Arrival[] =>
  about(quote, type, endpoint.atAddress())

const arrived = ({ webhooks, facts }: PlatformContext, condition: () => boolean): Promise<boolean> =>
  webhooks.until(condition, facts.timing.rating + facts.timing.proposal + facts.timing.deliverySlack)

function haveSameSecret(one: WebhookEndpoint, other: EndpointBeside): boolean {
  const marks = one.secrets().map(({ mark }) => mark)
  return other.secrets().some(({ mark }) => marks.includes(mark))
}
