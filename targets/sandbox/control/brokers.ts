import type { Broker } from '../events/broker.ts'
import type { Action } from './action.ts'
import { textOf } from './refusal.ts'

/** Adds a broker, which emits `broker.added`. */
export const addBroker: Action = ({ given }, platform) => {
  const broker: Broker = {
    id: platform.random.uuid(),
    brokerageName: textOf(given, 'name'),
    email: textOf(given, 'email'),
    licensedStates: ['CA', 'NY', 'TX'],
    addedAt: platform.clock.now(),
  }
  platform.events.occur('broker-added', broker, platform)
  return { broker_id: broker.id }
}
