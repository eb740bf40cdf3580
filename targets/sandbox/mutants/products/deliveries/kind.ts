import { readTable } from '../../../../../conformance/table.ts'
import type { EventDelivery } from '../../../deliveries/log.ts'
import type { ProductKind } from '../product.ts'
import { type MutantTable, slipsOf } from '../table.ts'
import { LOGS_BY_HAND } from './by-hand/logs.ts'
import { MESSAGES_BY_HAND } from './by-hand/messages.ts'
import { RETRIES_BY_HAND } from './by-hand/retries.ts'
import { DELIVERY_GUARDS } from './guards.ts'
import { alongEndpoints, type EndpointHistory } from './history.ts'
import { DELIVERY_OPERATORS } from './operators/index.ts'

export const deliveryTables = [
  'deliveries',
  'requests',
  'signatures',
  'retries',
  'breaker',
  'logs',
  'endpoints',
].map((name): MutantTable => readTable(`${name}.yaml`, import.meta.url))

/** Slips and guards of deliveries. */
export const deliveryKind: ProductKind<EventDelivery, EndpointHistory> = {
  words: 'of a delivery',
  guards: DELIVERY_GUARDS,
  operators: DELIVERY_OPERATORS,
  slips: slipsOf(DELIVERY_OPERATORS, deliveryTables),
  byHand: { ...RETRIES_BY_HAND, ...MESSAGES_BY_HAND, ...LOGS_BY_HAND },
  along: alongEndpoints,
}
