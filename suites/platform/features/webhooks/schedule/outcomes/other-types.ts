import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { CAUSES, type CausedType, type EventCause, type PreparedCause } from '../causes.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import { otherTypeClaims } from './claims.ts'
import { LATEST_MS, SHARP, WATCH_MS, watchedFor } from './part.ts'
import type { OutcomesTrace } from './trace.ts'
import { OF_ANOTHER_TYPE } from './ways.ts'

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
export const outcomesOfOthers = (spec: Spec): readonly Part[] =>
  NAMES.filter(([type]) => isOwed(type, spec.delivery)).map(([type, name]) => {
    const { needs, prepare }: EventCause = CAUSES[type]
    return part<OutcomesTrace>({
      id: `outcomes-${name.replaceAll(' ', '-')}`,
      needs: ['register_endpoint', ...needs],
      lastsMs: () => WATCH_MS,
      async open(context, quotes) {
        const prepared = prepare(context, quotes)
        const endpoints: Opened[] = []
        for (const [way, script] of OF_ANOTHER_TYPE) {
          const endpoint = await context.webhooks.open([type])
          endpoint.answer(script, { concerns: prepared.concerns, copyMs: COPY_MS })
          endpoints.push({ way, endpoint })
        }
        return (shared) => watch(context, shared, endpoints, prepared)
      },
      claims: otherTypeClaims(name),
    })
  })

async function watch(
  context: PlatformContext,
  shared: SharedQuote,
  endpoints: readonly Opened[],
  { concerns, begin }: PreparedCause,
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
    watchedMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}
