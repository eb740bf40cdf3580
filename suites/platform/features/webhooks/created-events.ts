import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdIn } from '../../vocabulary/events/event.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

/**
 * Opens an endpoint, submits, and waits for `quote.created` (6.events).
 *
 * @returns the events of the quote; undefined where the submission made none
 */
export async function createdEventsOf(
  { api, webhooks, facts }: Pick<PlatformContext, 'api' | 'webhooks' | 'facts'>,
  submission: Submission,
): Promise<readonly Arrival[] | undefined> {
  const endpoint = await webhooks.open(['quote.created'])
  const id = quoteIdOf(await api.submit(submission, { meant: 'ready_to_bind' }))?.toLowerCase()
  if (id === undefined) return undefined
  const own = () => endpoint.arrivals().filter((arrival) => quoteIdIn(arrival) === id)
  const { rating, deliverySlack } = facts.timing
  await webhooks.until(() => own().length > 0, rating + deliverySlack)
  return own()
}
