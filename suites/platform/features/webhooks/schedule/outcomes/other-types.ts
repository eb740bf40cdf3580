import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell } from '../../../../../../conformance/verdict.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { isRedirected } from '../../event.ts'
import { unlessFirst } from '../../few-endpoints.ts'
import { CAUSES, type Cause, type CausedType, type Prepared } from '../causes.ts'
import { COPY_MS } from '../copies.ts'
import { type Left, unlessLeft, within } from '../left.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { heldUpOf } from '../timing.ts'
import { otherTypeClaims } from './claims.ts'
import { LATEST_MS, SHARP, WATCH_MS, watchedFor } from './part.ts'
import { isSuccess, type OutcomesTrace } from './trace.ts'
import { OF_ANOTHER_TYPE } from './ways.ts'

/** Outcomes of each type, or why there are none. */
export type OthersTrace = Readonly<Partial<Record<CausedType, OutcomesTrace | Left>>>

/** Types besides `quote.created`, with the words that follow the name of a check. */
const NAMES: readonly (readonly [type: CausedType, name: string])[] = [
  ['quote.proposalReady', 'of a proposal'],
  ['policy.created', 'of a policy'],
  ['broker.added', 'of a broker'],
]

interface Opened {
  readonly way: string
  readonly endpoint: WebhookEndpoint
}

/** Checks that successes and failures are the same for events of every type, since each may have a sender of its own (8, R26). */
export function outcomesOfOthers(spec: Spec): Part {
  const types = NAMES.filter(([type]) => isOwed(type, spec.delivery))
  return part<OthersTrace>({
    id: 'outcomes of others',
    needs: ['register_endpoint'],
    lastsMs: () => WATCH_MS,
    async open(context, quotes) {
      const opened: (readonly [CausedType, Left | ((shared: SharedQuote) => Promise<OutcomesTrace>)])[] = []
      for (const [type] of types) opened.push([type, await openType(context, quotes, type)])
      return async (shared) => {
        const driven = opened.map(
          async ([type, one]) =>
            [type, typeof one === 'function' ? await unlessLeft(one(shared)) : one] as const,
        )
        return Object.fromEntries(await Promise.all(driven))
      }
    },
    claims: types.flatMap(([type, name]) =>
      otherTypeClaims(name).map((one) => within<OthersTrace, OutcomesTrace>((trace) => trace[type], one)),
    ),
  })
}

/** Opens the endpoints of a type; the returned function causes its event and watches them. */
async function openType(
  context: PlatformContext,
  quotes: ScheduleQuotes,
  type: CausedType,
): Promise<Left | ((shared: SharedQuote) => Promise<OutcomesTrace>)> {
  const { needs, prepare }: Cause = CAUSES[type]
  const missing = needs.find((action) => !context.operator.can(action))
  if (missing !== undefined)
    return { left: cannotTell(`no operator action ${missing} in the profile`, `operator.${missing}`) }
  const prepared = prepare(context, quotes)
  const endpoints: Opened[] = []
  for (const [way, script] of OF_ANOTHER_TYPE) {
    const endpoint = await context.webhooks.open([type]).catch(unlessFirst(false))
    // How many endpoints a partner may have is not shown.
    if (endpoint === undefined) return { left: cannotTell('the target registered too few endpoints') }
    endpoint.answer(script, { concerns: prepared.concerns, copyMs: COPY_MS })
    endpoints.push({ way, endpoint })
  }
  return (shared) => watch(context, shared, endpoints, prepared)
}

async function watch(
  context: PlatformContext,
  shared: SharedQuote,
  endpoints: readonly Opened[],
  { concerns, begin }: Prepared,
): Promise<OutcomesTrace> {
  const { webhooks, clock, facts } = context
  const { rating, proposal, issue, deliverySlack } = facts.timing
  const attemptsAt = ({ endpoint }: Opened) =>
    endpoint.arrivals().filter((one) => concerns(one) && !isRedirected(one))
  const reached = () => endpoints.filter((one) => attemptsAt(one).length > 0).length
  await begin(shared)
  await webhooks.until(() => reached() > 0, rating + proposal + issue + deliverySlack, SHARP.firstMs)
  await webhooks.until(() => reached() === endpoints.length, LATEST_MS, SHARP.firstMs)
  const watchedMs = watchedFor(context)
  await webhooks.watch(SHARP.deadlinesUntilMs, SHARP.deadlinesMs)
  await webhooks.watch(watchedMs - SHARP.deadlinesUntilMs, SHARP.restMs)
  const byWay = Map.groupBy(endpoints, ({ way }) => way)
  const arrivals = endpoints.flatMap(({ endpoint }) => endpoint.arrivals())
  return {
    attempts: Object.fromEntries([...byWay].map(([way, some]) => [way, some.map(attemptsAt)])),
    trapped: arrivals.filter(isRedirected),
    foreignDeliveries: arrivals.filter((one) => !concerns(one) && !isSuccess(one)).length,
    watchedMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}
