import type { ClosedEndpoint, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { attemptsOf, isRedirected } from '../../../../vocabulary/events/event.ts'
import { unlessFirst } from '../../few-endpoints.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import { outcomeClaims } from './claims.ts'
import type { OutcomesTrace } from './trace.ts'
import { DELIVERED, LATER, NOT_DELIVERED, wayScript } from './ways.ts'

/** How long the suite watches for repeats, in milliseconds of target time: longer than the deadline and several delays. */
export const WATCH_MS = 40_000
/** Steps of the clock: small until the first attempts have come and while deadlines end, then larger. */
export const SHARP = { firstMs: 100, deadlinesMs: 250, deadlinesUntilMs: 12_000, restMs: 2000 }
/** How long after the first delivery the suite waits for the other endpoints, in milliseconds. */
export const LATEST_MS = 3000

/** Name of the way where nothing listens at first. */
const CLOSED = 'nobody-listening'
/** How long nothing listens there, in milliseconds: until two attempts have been refused. */
const CLOSED_MS = 2000

/** Most attempts until a success among these scripts. */
const MOST_ATTEMPTS = 1 + Math.max(...Object.values(NOT_DELIVERED).map(({ length }) => length))

/** How long the suite watches on this target, in milliseconds. */
export const watchedFor = ({ spec, facts }: PlatformContext): number =>
  Math.max(WATCH_MS, LATEST_MS + climbMs(MOST_ATTEMPTS, spec.delivery, facts.timing.deliverySlack))

interface Opened {
  readonly way: string
  readonly endpoint: WebhookEndpoint | ClosedEndpoint
}

/** Every way, in the order of their weight, since how many endpoints an account may have is not shown. */
const ALL_WAYS: readonly string[] = [
  ...[...Object.keys(DELIVERED), ...Object.keys(NOT_DELIVERED), ...Object.keys(DELIVERED)],
  ...[...Object.keys(LATER), ...Object.keys(LATER)],
]

/** Checks which answers count as success and which as failure, each way on an endpoint of its own (8, R26). */
export const deliveryOutcomes: Part = outcomesOf(ALL_WAYS)

function outcomesOf(ways: readonly string[]): Part {
  return part<OutcomesTrace>({
    id: 'outcomes',
    needs: ['register_endpoint'],
    lastsMs: () => WATCH_MS,
    async open(context, quotes) {
      const types = ['quote.created']
      const endpoints: Opened[] = []
      const registered = context.webhooks.since()
      const left: string[] = []
      for (const way of ways) {
        const opening = way === CLOSED ? context.webhooks.openClosed(types) : context.webhooks.open(types)
        const endpoint = await opening.catch(unlessFirst(endpoints.length === 0))
        if (endpoint === undefined) {
          if (registered.refusal() !== undefined) left.push(way)
          continue
        }
        // Only for the shared quote: failures of other events would count for the breaker.
        endpoint.answer(wayScript(way), quotes.named('shared'))
        endpoints.push({ way, endpoint })
      }
      const refusal = registered.refusal()
      return async (shared) => ({
        ...(await watch(context, shared, endpoints)),
        ...(left.length > 0 && { left }),
        ...(refusal !== undefined && { refusal }),
      })
    },
    rest: ({ left }) => (left === undefined ? undefined : outcomesOf(left)),
    join: ({ left: _, ...earlier }, later) => ({
      ...earlier,
      ...later,
      attempts: joinedAttempts(earlier.attempts, later.attempts),
      trapped: [...earlier.trapped, ...later.trapped],
      watchedMs: Math.min(earlier.watchedMs, later.watchedMs),
      heldUpMs: Math.max(earlier.heldUpMs, later.heldUpMs),
    }),
    claims: outcomeClaims,
  })
}

const joinedAttempts = (
  earlier: OutcomesTrace['attempts'],
  later: OutcomesTrace['attempts'],
): OutcomesTrace['attempts'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(earlier), ...Object.keys(later)])].map((way) => [
      way,
      [...(earlier[way] ?? []), ...(later[way] ?? [])],
    ]),
  )

async function watch(
  context: PlatformContext,
  { quote }: SharedQuote,
  endpoints: readonly Opened[],
): Promise<OutcomesTrace> {
  const { webhooks, clock, facts } = context
  const all = endpoints.filter(({ way }) => way !== CLOSED).map(({ endpoint }) => endpoint)
  const reached = () => all.filter((endpoint) => attemptsOf(quote, endpoint).length > 0).length
  const { rating, deliverySlack } = facts.timing
  await context.webhooks.until(() => reached() > 0, rating + deliverySlack, SHARP.firstMs)
  await context.webhooks.until(() => reached() === all.length, LATEST_MS, SHARP.firstMs)
  const watchedMs = watchedFor(context)
  clock.awaits('what becomes of deliveries that succeed, fail or hang', watchedMs)
  await webhooks.watch(CLOSED_MS, SHARP.deadlinesMs)
  for (const { endpoint } of endpoints) if ('listen' in endpoint) await endpoint.listen()
  await webhooks.watch(SHARP.deadlinesUntilMs - CLOSED_MS, SHARP.deadlinesMs)
  await webhooks.watch(watchedMs - SHARP.deadlinesUntilMs, SHARP.restMs)
  const closed = endpoints.find(({ way }) => way === CLOSED)
  const closedStatus = closed && (await statusOf(context, closed.endpoint))
  const byWay = Map.groupBy(endpoints, ({ way }) => way)
  const arrivals = endpoints.flatMap(({ endpoint }) => endpoint.arrivals())
  const attempts = Object.fromEntries(
    [...byWay].map(([way, some]) => [way, some.map(({ endpoint }) => attemptsOf(quote, endpoint, arrivals))]),
  )
  return {
    attempts,
    trapped: arrivals.filter(isRedirected),
    ...(closedStatus === undefined ? {} : { closedStatus }),
    watchedMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}
