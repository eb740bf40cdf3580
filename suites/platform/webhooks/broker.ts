import { cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Arrival } from '../../../conformance/webhooks.ts'
import type { Spec } from '../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { at } from '../judge/json.ts'
import { deliveryClaims } from './delivery.ts'
import { eventIn, typeOf } from './event.ts'

interface Trace {
  readonly arrivals: readonly Arrival[]
}

const BROKERAGE = 'Lakeside Brokerage'

/** Whether an event tells of a broker that this scenario had added, in this run or another. */
export const isBrokerOfSuite = (arrival: Arrival): boolean =>
  String(at(eventIn(arrival), '/data/brokerageName')).includes(BROKERAGE)

/** A broker that an operator adds is told of (6); nothing in the quote API causes such an event (R28). */
export function brokerScenario(spec: Spec): PlatformScenario {
  return scenario<Trace>({
    id: 'webhooks/broker-added',
    title: 'A broker that is added is told of',
    needs: ['webhooks', 'operator add_broker'],
    async drive({ webhooks, operator, quotes, facts, unique }) {
      // The event of a quote shows that deliveries arrive at all.
      const endpoint = await webhooks.open(['broker.added', 'quote.created'])
      const number = unique()
      await operator.perform('add_broker', {
        name: `${BROKERAGE} ${number}`,
        email: `desk${number}@lakeside.example`,
      })
      await quotes.create('ready_to_bind')
      const types = () => endpoint.arrivals().map(typeOf)
      await webhooks.until(
        () => types().includes('broker.added') && types().includes('quote.created'),
        facts.timing.rating + facts.timing.proposal,
      )
      return { arrivals: endpoint.arrivals() }
    },
    claims: [claim('broker-added-emitted', came), ...deliveryClaims<Trace>(spec, ({ arrivals }) => arrivals)],
  })
}

function came({ arrivals }: Trace): Verdict {
  if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
  const told = arrivals.filter((arrival) => typeOf(arrival) === 'broker.added')
  return told.length > 0
    ? passed()
    : failed({
        expected: 'broker.added after a broker was added',
        observed: `${arrivals.length} other deliveries`,
      })
}
