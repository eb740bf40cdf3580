import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { addNewBroker, isNamed } from '../../vocabulary/events/brokers.ts'
import { about } from '../../vocabulary/events/event.ts'

/** The step of a wait for an event whose day alone is of interest, in milliseconds. */
const STEP_MS = 1000

/** Makes events on days that are a week apart, so that some have a one-digit day of the month (8). */
export interface Weekly {
  /** Makes a quote and a broker and waits for their events. Those that cannot be made are left out. */
  make(): Promise<void>
}

/** Opens an endpoint for the events; without one, nothing is made. */
export async function weeklyEvents(context: PlatformContext): Promise<Weekly> {
  const { webhooks, operator, quotes, facts, spec } = context
  const types = spec.delivery.events.map(({ type }) => type)
  const endpoint = await webhooks.open(types).catch(unlessUnable)
  return {
    async make() {
      if (endpoint === undefined) return
      // The submission may fail: its effective date may be past by now.
      const quote = await quotes.create('ready_to_bind').catch(unlessUnable)
      const broker = operator.can('add_broker') ? await addNewBroker(context).catch(unlessUnable) : undefined
      const isThere = () =>
        (quote === undefined || about(quote, 'quote.created', endpoint.arrivals()).length > 0) &&
        (broker === undefined || endpoint.arrivals().some((one) => isNamed(one, broker.name)))
      await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack, STEP_MS)
    },
  }
}
