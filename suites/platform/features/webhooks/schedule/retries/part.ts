import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { DeliverySpec } from '../../../../../../spec/delivery.ts'
import { FAILING, type RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { delaysMs, silenceOf } from '../../../../vocabulary/attempts/timing.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { attemptsOf } from '../../../../vocabulary/events/event.ts'
import { takeSnapshot } from '../../../../vocabulary/operator/act.ts'
import { type Part, part } from '../part.ts'
import { measuredAgain } from './again.ts'
import { baseRetryClaims } from './claims.ts'
import { climb } from './climb.ts'
import { dayAfter } from './day-after.ts'

/** Type of an event that arises while the other one is repeated, and must not wait for it. */
const BESIDE = 'quote.proposalReady'

/** Number of failed attempts after which another quote is made. */
const ANOTHER_AFTER = 3

/** Duration of a whole retry schedule and the wait after it, in milliseconds. */
export const retriesMs = (delivery: DeliverySpec): number => delaysMs(delivery) + silenceOf(delivery)

/** Checks the retry schedule at a receiver that fails at once, from the first attempt to the last (8.retry, R25). */
export const retrySchedule: Part = part<RetryTrace>({
  id: 'retries',
  needs: [],
  lastsMs: ({ delivery }) => retriesMs(delivery),
  async open(context, quotes) {
    const { webhooks, facts } = context
    const known = context.spec.delivery.events.map(({ type }) => type)
    const types = ['quote.created', BESIDE].filter((type) => known.some((one) => one === type))
    const endpoint = await webhooks.open(types)
    // An endpoint that was registered by hand may get more types, and events of others.
    endpoint.answer(FAILING, quotes.named('shared'))
    return async (shared) => {
      const climbed = await climb(context, {
        endpoint,
        attempts: () => attemptsOf(shared.quote, endpoint),
        firstMs: facts.timing.rating + facts.timing.deliverySlack,
        // An event that arises while attempts at another one are repeated.
        async after(number) {
          if (number !== ANOTHER_AFTER) return
          // The retry schedule goes on even if this quote cannot be made.
          await quotes.make('beside', () => context.quotes.create('ready_to_bind')).catch(unlessUnable)
        },
      })
      // Read before the day passes: how long a log is kept is not shown.
      const log = await logOf(context, endpoint)
      await dayAfter(context, endpoint, () => attemptsOf(shared.quote, endpoint))
      const trace = { ...climbed, ...log }
      await measuredAgain(context, quotes, trace)
      return trace
    }
  },
  claims: baseRetryClaims(),
})

/** Reads the delivery log; empty for an endpoint that was registered by hand, which has no known id. */
async function logOf(
  { webhooks, operator }: PlatformContext,
  { id }: WebhookEndpoint,
): Promise<Pick<RetryTrace, 'log'>> {
  if (webhooks.byHand !== undefined || !operator.can('delivery_log')) return {}
  return { log: await takeSnapshot(operator, 'delivery_log', { endpoint_id: id }) }
}
