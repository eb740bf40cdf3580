import type { EventDelivery } from '../../../deliveries/log.ts'
import type { ProductKind } from '../product.ts'
import { DELIVERY_GUARDS } from './guards.ts'
import { alongEndpoints, type EndpointHistory } from './history.ts'
import { DELIVERY_SLIPS } from './slips.ts'

/** Slips and guards of deliveries. */
export const deliveryKind: ProductKind<EventDelivery, EndpointHistory> = {
  words: 'of a delivery',
  guards: DELIVERY_GUARDS,
  slips: DELIVERY_SLIPS,
  along: alongEndpoints,
}
