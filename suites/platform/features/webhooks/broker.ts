import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { deliveryClaims } from './delivery.ts'
import { eventIdOf, eventIn, typeOf } from './event.ts'

interface Trace {
  readonly arrivals: readonly Arrival[]
  /** The brokerage's name as it was given. */
  readonly name: string
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
    needs: [{ offers: 'webhooks' }, { operator: 'add_broker' }],
    async drive({ webhooks, operator, quotes, facts, unique }) {
      // The event of a quote shows that deliveries arrive at all.
      const endpoint = await webhooks.open(['broker.added', 'quote.created'])
      const number = unique()
      const name = `${BROKERAGE} ${number}`
      await operator.perform('add_broker', {
        name,
        email: `desk${number}@lakeside.example`,
      })
      await quotes.create('ready_to_bind')
      const types = () => endpoint.arrivals().map(typeOf)
      await webhooks.until(
        () => types().includes('broker.added') && types().includes('quote.created'),
        facts.timing.rating + facts.timing.proposal,
      )
      return { arrivals: endpoint.arrivals(), name }
    },
    claims: [
      claim('broker-added-emitted', came),
      claim('broker-added-once', once),
      ...deliveryClaims<Trace>(spec, ({ arrivals }) => arrivals),
    ],
  })
}

/** By the name that only this broker has; other runs may add theirs at the same time. */
function once({ arrivals, name }: Trace): Verdict {
  const told = arrivals.filter((arrival) => at(eventIn(arrival), '/data/brokerageName') === name)
  const [first, second] = new Set(told.map(eventIdOf))
  if (told.length === 0) return cannotTell('no event names the broker')
  return second === undefined
    ? passed()
    : failed({
        expected: 'one broker.added for one broker',
        observed: `${first} and ${second}`,
        at: 'event-id',
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
