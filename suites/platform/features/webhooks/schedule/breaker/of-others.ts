import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell, passed, unlessUnable, type Verdict } from '../../../../../../conformance/verdict.ts'
import { asSecondPartner } from '../../../../vocabulary/access/asking.ts'
import { waitUntilReady } from '../../../../vocabulary/documents/bind-and-issue.ts'
import { ofAnotherPartner } from '../../../../vocabulary/events/breach.ts'
import { speaksOf } from '../../../../vocabulary/events/event.ts'
import { type Breaking, IN_FLIGHT_MS } from './endpoints.ts'

/**
 * Makes a quote of the second partner, and watches an endpoint of the first one.
 *
 * @returns the deliveries about that quote; undefined where no such quote becomes ready to bind
 */
export async function eventsOfOthers(
  { context }: Breaking,
  endpoint: WebhookEndpoint,
): Promise<readonly Arrival[] | undefined> {
  if (!context.facts.credentials.has('other_partner')) return undefined
  const quote = await asSecondPartner(context, async (second) => {
    const made = await second.quotes.create()
    await waitUntilReady(second, made.id, 'credentials.other_partner')
    return made
  }).catch(unlessUnable)
  if (quote === undefined) return undefined
  await context.webhooks.watch(IN_FLIGHT_MS + context.facts.timing.deliverySlack, IN_FLIGHT_MS)
  return endpoint.arrivals().filter((one) => speaksOf(one, quote))
}

/** Judges that an endpoint got no event of another partner (R24). */
export function noEventOfOthers(ofOthers: readonly Arrival[] | undefined): Verdict {
  if (ofOthers === undefined)
    return cannotTell('no quote of a second partner was ready to bind', 'credentials.other_partner')
  const [first] = ofOthers
  return first === undefined ? passed() : ofAnotherPartner(first)
}
