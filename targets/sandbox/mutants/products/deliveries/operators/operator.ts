import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../../../behaviour.ts'
import type { EventDelivery } from '../../../../deliveries/log.ts'
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
