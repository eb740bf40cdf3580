import type { ClosedEndpoint, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { unlessFirst } from '../../few-endpoints.ts'
import { CAUSES, type CausedType, type EventCause, type PreparedCause } from '../causes.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import { otherTypeClaims, outcomeClaims } from './claims.ts'
import type { OutcomesTrace } from './trace.ts'
import { ALL_WAYS, CLOSED, NOT_DELIVERED, OF_ANOTHER_TYPE, type Way } from './ways.ts'

/** How long the suite watches for repeats, in milliseconds of target time: longer than the deadline and several delays. */
const WATCH_MS = 40_000
/** Steps of the clock: small until the first attempts have come and while deadlines end, then larger. */
const SHARP = { firstMs: 100, deadlinesMs: 250, deadlinesUntilMs: 12_000, restMs: 2000 }
/** How long after the first delivery the suite waits for the other endpoints, in milliseconds. */
const LATEST_MS = 3000

/** How long nothing listens there, in milliseconds: until two attempts have been refused. */
const CLOSED_MS = 2000

/** Most attempts until a success among these scripts. */
const MOST_ATTEMPTS = 1 + Math.max(...Object.values(NOT_DELIVERED).map(({ length }) => length))

/** How long the suite watches on this target, in milliseconds. */
const watchedFor = ({ spec, facts }: PlatformContext): number =>
  Math.max(WATCH_MS, LATEST_MS + climbMs(MOST_ATTEMPTS, spec.delivery, facts.timing.deliverySlack))

interface Opened {
  readonly way: string
  readonly endpoint: WebhookEndpoint | ClosedEndpoint
}

/** Events of a type, and the ways in which their endpoints answer. */
interface Outcomes {
  readonly id: string
  readonly type: CausedType
  /** In the order of their weight, since how many endpoints an account may have is not shown. */
  readonly ways: readonly Way[]
  readonly claims: readonly Claim<OutcomesTrace, Spec>[]
}

const ofOthers = (type: CausedType, name: string): Outcomes => ({
  ...{ id: `outcomes-${name.replaceAll(' ', '-')}`, type },
  ...{ ways: OF_ANOTHER_TYPE, claims: otherTypeClaims(name) },
})

/** Checks which answers count as success and which as failure, each way on an endpoint of its own (8, R26). */
export const deliveryOutcomes: Part = outcomesOf({
  ...{ id: 'outcomes', type: 'quote.created' },
  ...{ ways: ALL_WAYS, claims: outcomeClaims },
})

/** Checks that successes and failures are the same for events of every type, since each may have a sender of its own. */
export const outcomesOfOthers = ({ delivery }: Spec): readonly Part[] =>
  [
    ofOthers('quote.proposalReady', 'of a proposal'),
    ofOthers('policy.created', 'of a policy'),
    ofOthers('broker.added', 'of a broker'),
  ].flatMap((one) => (isOwed(one.type, delivery) ? [outcomesOf(one)] : []))

function outcomesOf(outcomes: Outcomes): Part {
  const { id, type, ways, claims } = outcomes
  const { needs, prepare }: EventCause = CAUSES[type]
  return part<OutcomesTrace>({
    id,
    needs: ['register_endpoint', ...needs],
    lastsMs: () => WATCH_MS,
    async open(context, quotes) {
      const prepared = prepare(context, quotes)
      const endpoints: Opened[] = []
      const registered = context.webhooks.since()
      const left: Way[] = []
      for (const [way, script] of ways) {
        const opening = way === CLOSED ? context.webhooks.openClosed([type]) : context.webhooks.open([type])
        const endpoint = await opening.catch(unlessFirst(endpoints.length === 0))
        if (endpoint === undefined) {
          if (registered.refusal() !== undefined) left.push([way, script])
          continue
        }
        // Only for this event: failures of others would count for the breaker.
        endpoint.answer(script, { concerns: prepared.concerns, copyMs: COPY_MS })
        endpoints.push({ way, endpoint })
      }
      const refusal = registered.refusal()
      return async (shared) => ({
        ...(await watch(context, shared, endpoints, prepared)),
        ...(left.length > 0 && { left }),
        ...(refusal !== undefined && { refusal }),
      })
    },
    rest: ({ left }) => (left === undefined ? undefined : outcomesOf({ ...outcomes, ways: left })),
    join: ({ left: _, ...earlier }, later) => ({
      ...earlier,
      ...later,
      attempts: joinedAttempts(earlier.attempts, later.attempts),
      trapped: [...earlier.trapped, ...later.trapped],
      watchedMs: Math.min(earlier.watchedMs, later.watchedMs),
      heldUpMs: Math.max(earlier.heldUpMs, later.heldUpMs),
    }),
    claims,
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
  shared: SharedQuote,
  endpoints: readonly Opened[],
  { concerns, begin }: PreparedCause,
): Promise<OutcomesTrace> {
  const { webhooks, clock, facts } = context
  const attemptsAt = ({ endpoint }: Opened) =>
    endpoint.arrivals().filter((one) => concerns(one) && !isRedirected(one))
  const listening = endpoints.filter(({ way }) => way !== CLOSED)
  const reached = () => listening.filter((one) => attemptsAt(one).length > 0).length
  const { rating, proposal, issue, deliverySlack } = facts.timing
  await begin(shared)
  await webhooks.until(() => reached() > 0, rating + proposal + issue + deliverySlack, SHARP.firstMs)
  await webhooks.until(() => reached() === listening.length, LATEST_MS, SHARP.firstMs)
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
  return {
    attempts: Object.fromEntries([...byWay].map(([way, some]) => [way, some.map(attemptsAt)])),
    trapped: arrivals.filter(isRedirected),
    ...(closedStatus === undefined ? {} : { closedStatus }),
    watchedMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}
