import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { PlatformContext } from '../context.ts'
import { at } from '../judge/json.ts'
import { eventIn, typeOf } from './event.ts'

/** The name that all brokerages of the suite begin with. */
export const BROKERAGE = 'Lakeside Brokerage'

/** Says whether an event is about a broker that the suite added, in this run or another. */
export const isBrokerOfSuite = (arrival: Arrival): boolean =>
  plainText(at(eventIn(arrival), '/data/brokerageName')).includes(BROKERAGE)

export interface NewBroker {
  /** Name of its brokerage. */
  readonly name: string
  readonly email: string
}

/** Makes the details of a new broker. */
export function newBroker({ unique }: Pick<PlatformContext, 'unique'>): NewBroker {
  const number = unique('brokers')
  return { name: `${BROKERAGE} ${number}`, email: `desk${number}@lakeside.example` }
}

/**
 * Adds a new broker by the operator action.
 *
 * @param before is called with its name before that, since its event may arrive before the answer
 */
export async function addNewBroker(
  { operator, unique }: Pick<PlatformContext, 'operator' | 'unique'>,
  before?: (name: string) => void,
): Promise<NewBroker> {
  const broker = newBroker({ unique })
  before?.(broker.name)
  await operator.perform('add_broker', { ...broker })
  return broker
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Says whether an event names this broker. Other runs may add brokers at the same time. */
export const isNamed = (arrival: Pick<Arrival, 'body'>, name: string): boolean =>
  typeOf(arrival) === 'broker.added' &&
  plain(plainText(at(eventIn(arrival), '/data/brokerageName'))).includes(plain(name))
