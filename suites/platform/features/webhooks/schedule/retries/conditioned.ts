import type { LeftCircumstance } from '../../../../../../conformance/generation.ts'
import type { Incoming, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { CannotTell, cannotTellOf } from '../../../../../../conformance/verdict.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { FAILING } from '../../../../vocabulary/attempts/retry-trace.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../../vocabulary/events/brokers.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { climb } from './climb.ts'
import { CONDITIONS, type Condition, type NewerEvent } from './conditions.ts'
import { retriesMs } from './part.ts'

/** Most attempts of a retry schedule that miss their deadline. */
const MOST_LATE = 5

/** Time for the steps that lead to an event besides rating, in milliseconds. */
const BEGIN_MS = 60_000

/** Checks retry schedules for all event types and under conditions, each on an endpoint of its own (8.retry, R24, R25). */
export function conditionedRetries(spec: Spec): Part {
  const conditions = CONDITIONS.filter((one) => isOwed(one.type, spec.delivery))
  return part<void>({
    id: 'conditions',
    needs: ['register_endpoint'],
    lastsMs: ({ delivery }) => retriesMs(delivery) + BEGIN_MS + MOST_LATE * delivery.deadline.ms,
    async open(context, quotes) {
      const left: LeftCircumstance[] = []
      /** An argument for `catch`: notes why a condition was not driven to its end. */
      const leaves =
        ({ id }: Condition) =>
        (error: unknown): undefined => {
          const { message: why } = cannotTellOf(error)
          left.push({ circumstance: id, why })
        }
      const retrySchedules: ((shared: SharedQuote) => Promise<void>)[] = []
      for (const condition of conditions) {
        const endpoint = await opened(context, condition).catch(leaves(condition))
        if (endpoint === undefined) continue
        const drive = retries(context, condition, endpoint, quotes)
        retrySchedules.push((shared) => drive(shared).catch(leaves(condition)))
      }
      return async (shared) => {
        await Promise.all(retrySchedules.map((one) => one(shared)))
        const covered = conditions.length - left.length
        context.generation.covered({
          ...{ covered, together: conditions.length, cases: covered },
          ...{ left, apart: true },
        })
      }
    },
    claims: [],
  })
}

/**
 * Opens an endpoint for a condition. How many a partner may have is not shown.
 *
 * @throws CannotTell where the target lacks what the condition needs
 */
async function opened(
  { webhooks, operator, facts }: PlatformContext,
  { needs, type, partner, newer }: Pick<Condition, 'needs' | 'type' | 'partner' | 'newer'>,
): Promise<WebhookEndpoint> {
  const missing = needs.find((action) => !operator.can(action))
  if (missing !== undefined) throw new CannotTell(`no operator action ${missing} in the profile`)
  const types = newer === undefined ? [type] : [type, 'broker.added']
  if (partner === undefined) return webhooks.open(types)
  const { otherPartnerId } = facts
  if (otherPartnerId === undefined) throw new CannotTell('no credential other_partner in the profile')
  return webhooks.openFor(otherPartnerId, types)
}

/** Scripts an endpoint before its event arises; the returned function causes the event and watches the retry schedule. */
function retries(
  context: PlatformContext,
  { script = FAILING, prepare, after, newer }: Condition,
  endpoint: WebhookEndpoint,
  quotes: ScheduleQuotes,
): (shared: SharedQuote) => Promise<void> {
  const { rating, proposal, issue } = context.facts.timing
  const { concerns, begin } = prepare(context, quotes)
  endpoint.answer(script, { concerns, copyMs: COPY_MS })
  const beside = newer && newerEvent(context, newer, endpoint)
  const arrivals = () => endpoint.arrivals().filter((one) => !isRedirected(one))
  return async (shared) => {
    await begin(shared)
    await climb(context, {
      endpoint,
      attempts: () => arrivals().filter(concerns),
      firstMs: rating + proposal + issue,
      async after(number) {
        if (number === newer?.after) await beside?.begin()
        return after?.(number, endpoint, context)
      },
    })
    await beside?.ended()
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
      climbing = climb(context, {
        ...{ endpoint, attempts },
        ...{ firstMs: facts.timing.deliverySlack, reenables: false },
      })
      climbing.catch(() => undefined)
    },
    async ended() {
      await climbing
    },
  }
}
