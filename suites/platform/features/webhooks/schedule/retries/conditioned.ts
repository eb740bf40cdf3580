import type { Incoming, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, type Left, unlessUnable, whyLeft } from '../../../../../../conformance/verdict.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { FAILING, type RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { tooFew } from '../../few-endpoints.ts'
import { claimWithin } from '../left.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { firstAttemptClaims } from './claims.ts'
import { climb } from './climb.ts'
import { CONDITIONS, type Condition, type NewerEvent } from './conditions.ts'
import { retriesMs } from './part.ts'

/** The retry schedule under each condition, by its id, or why there is none. */
type ConditionedTrace = Readonly<Record<string, RetryTrace | Left>>

/** Most attempts of a retry schedule that miss their deadline. */
const MOST_LATE = 5

/** Time for the steps that lead to an event besides rating, in milliseconds. */
const BEGIN_MS = 60_000

/** Checks retry schedules for all event types and under conditions, each on an endpoint of its own (8.retry, R24, R25). */
export function conditionedRetries(spec: Spec): Part {
  const conditions = CONDITIONS.filter((one) => isOwed(one.type, spec.delivery))
  return part<ConditionedTrace>({
    id: 'conditions',
    needs: ['register_endpoint'],
    lastsMs: ({ delivery }) => retriesMs(delivery) + BEGIN_MS + MOST_LATE * delivery.deadline.ms,
    async open(context, quotes) {
      const retrySchedules: (readonly [string, Left | ((shared: SharedQuote) => Promise<RetryTrace>)])[] = []
      for (const condition of conditions) {
        const endpoint = await opened(context, condition)
        retrySchedules.push([
          condition.id,
          'left' in endpoint ? endpoint : retries(context, condition, endpoint, quotes),
        ])
      }
      return async (shared) => {
        const climbed = retrySchedules.map(
          async ([id, one]) =>
            [id, typeof one === 'function' ? await one(shared).catch(whyLeft) : one] as const,
        )
        return Object.fromEntries(await Promise.all(climbed))
      }
    },
    claims: [
      ...conditions.flatMap(({ id, name }) =>
        firstAttemptClaims(`retry schedule ${name}`).map((one) => under(id, one)),
      ),
    ],
  })
}

/** Opens an endpoint for a condition, or says why not: how many a partner may have is not shown. */
async function opened(
  { webhooks, operator, facts }: PlatformContext,
  { needs, type, partner, newer }: Pick<Condition, 'needs' | 'type' | 'partner' | 'newer'>,
): Promise<WebhookEndpoint | Left> {
  const missing = needs.find((action) => !operator.can(action))
  if (missing !== undefined)
    return { left: cannotTell(`no operator action ${missing} in the profile`, `operator.${missing}`) }
  const types = newer === undefined ? [type] : [type, 'broker.added']
  if (partner !== undefined) {
    const { otherPartnerId } = facts
    return otherPartnerId === undefined
      ? { left: cannotTell('the profile has no second partner', 'credentials.other_partner') }
      : webhooks.openFor(otherPartnerId, types).catch(whyLeft)
  }
  const registered = webhooks.since()
  const endpoint = await webhooks.open(types).catch(unlessUnable)
  return endpoint ?? { left: tooFew(registered.refusal()) }
}

/** Scripts an endpoint before its event arises; the returned function causes the event and watches the retry schedule. */
function retries(
  context: PlatformContext,
  { script = FAILING, prepare, after, newer }: Condition,
  endpoint: WebhookEndpoint,
  quotes: ScheduleQuotes,
): (shared: SharedQuote) => Promise<RetryTrace> {
  const { rating, proposal, issue } = context.facts.timing
  const { concerns, begin } = prepare(context, quotes)
  endpoint.answer(script, { concerns, copyMs: COPY_MS })
  const beside = newer && newerEvent(context, newer, endpoint)
  const arrivals = () => endpoint.arrivals().filter((one) => !isRedirected(one))
  return async (shared) => {
    await begin(shared)
    const climbed = await climb(
      context,
      {
        endpoint,
        attempts: () => arrivals().filter(concerns),
        firstMs: rating + proposal + issue,
        async after(number) {
          await after?.(number, endpoint, context)
          if (number === newer?.after) await beside?.begin()
        },
      },
      shared,
    )
    await beside?.ended()
    return climbed
  }
}

/** Scripts an endpoint for a newer event, which can then be caused and watched. */
function newerEvent(context: PlatformContext, { pauseMs, script }: NewerEvent, endpoint: WebhookEndpoint) {
  const { operator, clock, facts } = context
  const broker = newBroker(context)
  const concerns = (delivery: Incoming) => isNamed(delivery, broker.name)
  endpoint.answer(script, { concerns, copyMs: COPY_MS })
  let climbing: Promise<unknown> | undefined
  return {
    async begin() {
      await clock.sleep(pauseMs)
      // A disabled endpoint may lose the event.
      if ((await statusOf(context, endpoint)) === 'disabled') return
      await operator.perform('add_broker', { ...broker })
      const attempts = () => endpoint.arrivals().filter((one) => !isRedirected(one) && concerns(one))
      climbing = climb(
        context,
        { endpoint, attempts, firstMs: facts.timing.deliverySlack, reenables: false },
        {},
      )
      climbing.catch(() => undefined)
    },
    async ended() {
      await climbing
    },
  }
}

/** Turns a claim about one retry schedule into a claim about this part's trace. */
const under = (id: string, one: Claim<RetryTrace, Spec>): Claim<ConditionedTrace, Spec> =>
  claimWithin((trace) => trace[id], one)
