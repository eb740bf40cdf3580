import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { observingClaims } from '../../statements/deliveries.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { breach } from '../../vocabulary/events/breach.ts'
import {
  addNewBroker,
  BROKERAGE,
  isNamed,
  type NewBroker,
  newBroker,
} from '../../vocabulary/events/brokers.ts'
import { about, eventIdOf, eventIn, NOT_REACHED, typeOf } from '../../vocabulary/events/event.ts'
import { type Excused, excuseFor } from '../../vocabulary/events/in-service.ts'
import { at, show } from '../../vocabulary/judge/json.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'

interface Trace extends Excused {
  readonly arrivals: readonly Arrival[]
  /** Names of the added brokerages. */
  readonly names: readonly string[]
}

/** How long the suite waits for the events of brokers that need not be announced, in milliseconds. */
const BESIDE_MS = 5000

/**
 * Adds a broker with the email of another one, twice. Whether that is a new broker is not stated. If it is announced, its event
 * must not be taken for that of the other broker.
 */
async function addBeside(
  { operator, unique }: Pick<PlatformContext, 'operator' | 'unique'>,
  { email }: NewBroker,
): Promise<string> {
  const broker = { name: `${BROKERAGE} ${unique()}`, email }
  await tryAction(operator, 'add_broker', broker)
  await tryAction(operator, 'add_broker', broker)
  return broker.name
}

/** Adds a broker with a name beyond ASCII, where the target takes it. */
async function addForeign({
  operator,
  unique,
}: Pick<PlatformContext, 'operator' | 'unique'>): Promise<string> {
  const { name, email } = newBroker({ unique })
  const foreign = { name: `${name} Zürich – 保険`, email }
  await tryAction(operator, 'add_broker', foreign)
  return foreign.name
}

/** Names the rows on the fields of these events. */
const fieldsOfItsEvents = ({ requirements, delivery }: Spec): readonly string[] => {
  const schemas = delivery.events.filter(({ cause }) => cause === 'operator').map(({ schema }) => schema)
  return requirements.filter(({ field }) => schemas.some((one) => one === field?.schema)).map(({ id }) => id)
}

/** Checks that a broker whom the operator adds is announced (6). Nothing in the quote API causes such an event (R28). */
export function brokerScenario(spec: Spec): PlatformScenario {
  return scenario<Trace>({
    id: 'webhooks/broker-added',
    title: 'broker.added comes for a new broker',
    needs: [{ offers: 'webhooks' }, { operator: 'add_broker' }],
    shows: fieldsOfItsEvents(spec),
    async drive(context) {
      const { webhooks, operator, quotes, facts, unique } = context
      // The event of a quote shows that deliveries arrive at all. One endpoint can subscribe to every type.
      const others = spec.delivery.events.map(({ type }) => type).filter((type) => type !== 'broker.added')
      const endpoint = await webhooks.open([...others, 'broker.added'])
      const first = await addNewBroker({ operator, unique })
      const brokers = [first, await addNewBroker({ operator, unique })]
      const beside = await addBeside({ operator, unique }, first)
      const foreign = await addForeign(context)
      const names = brokers.map(({ name }) => name)
      const quote = await quotes.create('ready_to_bind')
      const complete = () =>
        names.every((name) => endpoint.arrivals().some((arrival) => isNamed(arrival, name))) &&
        about(quote, 'quote.created', endpoint.arrivals()).length > 0
      await webhooks.until(complete, facts.timing.rating + facts.timing.proposal)
      const count = (name: string) => endpoint.arrivals().filter((arrival) => isNamed(arrival, name)).length
      await webhooks.until(() => count(beside) > 1 && count(foreign) > 0, BESIDE_MS)
      const excused = await excuseFor(context, endpoint, !complete())
      return { arrivals: endpoint.arrivals(), names, ...excused }
    },
    claims: [
      claim('broker-added-emitted', wasEmitted),
      claim('broker-added-names-the-broker', namesEach),
      claim('broker-added-once', once),
      claim('payload-broker-id-unique', idOfEach),
      // A statement judges the others.
      ...observingClaims<Trace>(spec, ({ arrivals }) => arrivals),
    ],
  })
}

function once({ arrivals, names }: Trace): Verdict {
  const events = names.map(
    (name) => new Set(arrivals.filter((arrival) => isNamed(arrival, name)).map(eventIdOf)),
  )
  if (events.every(({ size }) => size === 0)) return cannotTell('no event names the broker')
  const [first, second] = events.find(({ size }) => size > 1) ?? []
  return second === undefined
    ? passed()
    : failed({
        expected: 'one broker.added for one broker',
        observed: `${first} and ${second}`,
        at: 'event-id',
      })
}

/** Judges that each broker has its own event (R28). */
function namesEach({ arrivals, names, excuse }: Trace): Verdict {
  const seen = arrivals.flatMap((arrival) => {
    const name = at(eventIn(arrival), '/data/brokerageName')
    return typeOf(arrival) === 'broker.added' && typeof name === 'string' ? [show(name)] : []
  })
  if (seen.length === 0) return cannotTell('no broker.added with a brokerageName arrived')
  const missing = names.find((name) => !arrivals.some((arrival) => isNamed(arrival, name)))
  if (missing === undefined) return passed()
  return (
    excuse ??
    failed({
      expected: `a broker.added of ${missing}`,
      observed: [...new Set(seen)].join(', '),
      at: '/data/brokerageName',
    })
  )
}

/** Judges that two brokers with another name and another email have two ids: with one id, the events do not name their broker (R28). */
function idOfEach({ arrivals, names }: Trace): Verdict {
  const holders = new Map<string, string>()
  for (const arrival of arrivals) {
    const [name, ...others] = names.filter((one) => isNamed(arrival, one))
    const id = at(eventIn(arrival), '/data/brokerId')
    if (name === undefined || others.length > 0 || typeof id !== 'string') continue
    const holder = holders.get(id) ?? name
    holders.set(id, holder)
    if (holder !== name)
      return breach(
        arrival,
        'an id that no other broker has',
        `${show(id)}, as of ${holder}`,
        '/data/brokerId',
      )
  }
  return new Set(holders.values()).size < 2
    ? cannotTell('no two brokers were announced with an id')
    : passed()
}

function wasEmitted({ arrivals, excuse }: Trace): Verdict {
  const announced = arrivals.filter((arrival) => typeOf(arrival) === 'broker.added')
  if (announced.length > 0) return passed()
  if (excuse !== undefined) return excuse
  return arrivals.length === 0
    ? cutOff(NOT_REACHED)
    : failed({
        expected: 'broker.added after a broker was added',
        observed: `${arrivals.length} other deliveries`,
      })
}
