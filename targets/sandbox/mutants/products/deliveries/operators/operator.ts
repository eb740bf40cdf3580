import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../../../behaviour.ts'
import type { EventDelivery } from '../../../../deliveries/log.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { PlatformEvent } from '../../../../events/event.ts'
import type { Platform } from '../../../../platform.ts'
import { operatorOn } from '../../arguments.ts'
import type { Happens } from '../../product.ts'

export type DeliveryHappens = Happens<EventDelivery>
export type WebhookGroup = Behaviour['webhooks']

export const deliveryOperator = operatorOn<EventDelivery>()

/** Changes rules of deliveries, where it happens. */
export const webhooks =
  (rules: (usual: WebhookGroup, happens: DeliveryHappens) => NonNullable<BehaviourChanges['webhooks']>) =>
  (happens: DeliveryHappens): BehaviourChange =>
  (base) => ({ webhooks: rules(base.webhooks, happens) })

/** A delivery that has not begun. */
export const toCome = (endpoint: Endpoint, event: PlatformEvent): EventDelivery => ({
  endpoint,
  event,
  attempts: [],
  state: 'pending',
})

const NO_EVENT: PlatformEvent = { id: '', type: 'broker.added', at: 0, body: {} }

/** The latest delivery to an endpoint, for guards of actions. Where there is none yet, it is one of no event. */
export const latestOf = (endpoint: Endpoint, { deliveries }: Platform): EventDelivery =>
  deliveries.of(endpoint).at(-1) ?? toCome(endpoint, NO_EVENT)
