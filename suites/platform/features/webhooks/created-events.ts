import type { Submission } from '../../../../generators/submission.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { quoteIdIn } from '../../vocabulary/events/event.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

/** Opens an endpoint, submits, and waits for `quote.created` (6.events). */
export async function createdEventsOf(
  { api, webhooks, facts }: Pick<PlatformContext, 'api' | 'webhooks' | 'facts'>,
  submission: Submission,
): Promise<void> {
  const endpoint = await webhooks.open(['quote.created'])
  const id = quoteIdOf(await api.submit(submission, { meant: 'ready_to_bind' }))?.toLowerCase()
  if (id === undefined) return
  const isThere = () => endpoint.arrivals().some((arrival) => quoteIdIn(arrival) === id)
  const { rating, deliverySlack } = facts.timing
  await webhooks.until(isThere, rating + deliverySlack)
}
