import type { Broker } from '../events/broker.ts'
import type { Platform } from '../platform.ts'
import type { BrokerRules } from './rules.ts'

export const standardBrokers: BrokerRules<Platform> = {
  add({ name, email }, platform) {
    const broker: Broker = {
      id: platform.random.uuid(),
      brokerageName: name,
      email,
      licensedStates: ['CA', 'NY', 'TX'],
      addedAt: platform.clock.now(),
    }
    platform.events.occur('broker-added', broker, platform)
    return broker
  },
  // Quotes of this broker can now be bound: the specification leaves that open.
  onboard(email, platform) {
    const { directory, quotes, behaviour } = platform
    directory.onboarded.set(email.toLowerCase(), true)
    for (const quote of quotes.values()) {
      if (quote.status !== 'approved_rate') continue
      if (!behaviour.brokers.isOnboarded(quote.submission.broker_email, platform)) continue
      quote.status = 'ready_to_bind'
      behaviour.effects.ready_to_bind(quote, platform)
    }
  },
  isOnboarded: (email, { directory }) => directory.onboarded.has(email.toLowerCase()),
}
