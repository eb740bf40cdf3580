import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { addBroker, isNamed } from './broker.ts'
import { eachDelivery } from './delivery.ts'
import { about } from './event.ts'

/** Events that are made on days of a month that are a week apart: some of them have a number of one digit (8). */
export interface Weekly {
  /** Makes the events of a day. What cannot be made is left out. */
  make(): Promise<void>
  arrivals(): readonly Arrival[]
}

/** Opens an endpoint for them; where the target has none, nothing is made. */
export async function weeklyEvents(context: PlatformContext): Promise<Weekly> {
  const { webhooks, operator, quotes, facts, spec } = context
  const types = spec.delivery.events.map(({ type }) => type)
  const endpoint = await webhooks.open(types).catch(unlessUnable)
  return {
    async make() {
      if (endpoint === undefined) return
      // A day may come that is too late for the first day of the cover.
      const quote = await quotes.create('ready_to_bind').catch(unlessUnable)
      const broker = operator.can('add_broker') ? await addBroker(context).catch(unlessUnable) : undefined
      const isThere = () =>
        (quote === undefined || about(quote, 'quote.created', endpoint.arrivals()).length > 0) &&
        (broker === undefined || endpoint.arrivals().some((one) => isNamed(one, broker.name)))
      await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack)
    },
    arrivals: () => endpoint?.arrivals() ?? [],
  }
}

/** Claims on the fields of such events. */
export const weeklyClaims = <T>(
  spec: Spec,
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] =>
  eachDelivery(spec, arrivalsOf).filter(({ requirement }) =>
    spec.requirements.some(({ id, level, field }) => id === requirement && level === 'must' && field),
  )
