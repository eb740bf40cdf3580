import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import { asSecondPartner } from '../../../../vocabulary/access/asking.ts'
import { waitUntilReady } from '../../../../vocabulary/documents/bind-and-issue.ts'
import { type Breaking, IN_FLIGHT_MS } from './endpoints.ts'

/** Makes a quote of the second partner, and waits for its events. Statements judge that they go to no other partner (R24). */
export async function eventsOfOthers({ context }: Breaking): Promise<void> {
  if (!context.facts.credentials.has('other_partner')) return
  const quote = await asSecondPartner(context, async (second) => {
    const made = await second.quotes.create()
    await waitUntilReady(second, made.id, 'credentials.other_partner')
    return made
  }).catch(unlessUnable)
  if (quote === undefined) return
  await context.webhooks.watch(IN_FLIGHT_MS + context.facts.timing.deliverySlack, IN_FLIGHT_MS)
}
