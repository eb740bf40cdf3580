import type { Variant } from './variant.ts'

/** Legal times of repeats, and legal rules for disabling an endpoint (8, R25, R27). */
export const scheduleVariants: readonly Variant[] = [
  {
    id: 'breaker-counts-attempts',
    says: 'Each failed attempt counts for the breaker',
    choice: 'breaker',
    observes: ['observe-breaker-reading', 'weak-spot-ladder-against-breaker'],
    change: () => ({ webhooks: { breaker: 'attempts' } }),
  },
  {
    id: 'failures-count-on-after-enabling',
    says: 'Each failed attempt counts, and enabling an endpoint forgets none of them',
    choice: 'breaker',
    observes: ['observe-breaker-reading', 'weak-spot-ladder-against-breaker'],
    change: ({ endpoints }) => ({
      webhooks: { breaker: 'attempts' },
      endpoints: {
        enable(endpoint, platform) {
          const { failures } = endpoint
          endpoints.enable(endpoint, platform)
          endpoint.failures = failures
        },
      },
    }),
  },
  {
    id: 'disabled-a-moment-later',
    says: 'A worker takes an endpoint out of service a second after the failure that did it',
    choice: 'breaker effect',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: {
        trips(endpoint, platform) {
          if (webhooks.trips(endpoint, platform))
            platform.clock.schedule(1000, () => {
              endpoint.status = 'disabled'
            })
          return false
        },
      },
    }),
  },
  {
    id: 'every-delivery-sent-twice',
    says: 'Two workers send each event at once, and each of them goes on by itself',
    choice: 'copies',
    observes: [],
    hides: ['breaker-*', 'observe-breaker-reading'],
    change: () => ({ webhooks: { copies: () => 2 } }),
  },
  {
    id: 'every-delivery-sent-three-times',
    says: 'Three workers send each event at once, and each of them goes on by itself',
    choice: 'copies',
    observes: [],
    hides: ['breaker-*', 'observe-breaker-reading'],
    change: () => ({ webhooks: { copies: () => 3 } }),
  },
  {
    id: 'a-copy-a-moment-later',
    says: 'A second worker sends each event a tenth of a second later, answered or not',
    choice: 'copies',
    observes: [],
    hides: ['breaker-*', 'observe-breaker-reading'],
    change: () => ({ webhooks: { copies: () => 2, copyDelay: 100 } }),
  },
  {
    id: 'held-while-disabled',
    says: 'Retries that fall due while an endpoint is disabled are sent when it is enabled again',
    choice: 'while disabled',
    observes: ['observe-events-while-disabled'],
    change: () => ({ webhooks: { whileDisabled: 'held' } }),
  },
  {
    id: 'delays-with-jitter',
    says: 'Each delay is a little longer than stated',
    choice: 'delays',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: { delayBefore: (...where) => webhooks.delayBefore(...where) * 1.08 + 300 },
    }),
  },
  {
    id: 'delays-a-little-short',
    says: 'Each delay is a little shorter than stated',
    choice: 'delays',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: { delayBefore: (...where) => webhooks.delayBefore(...where) * 0.95 },
    }),
  },
  {
    id: 'first-attempt-from-a-queue',
    says: 'The first attempt waits a second in a queue',
    choice: 'first attempt',
    observes: [],
    change: ({ webhooks }) => ({ webhooks: { delays: webhooks.delays.with(0, 900) } }),
  },
  {
    id: 'delays-from-the-start-of-the-attempt',
    says: 'After an attempt that ran into its deadline the delay counts from its start',
    choice: 'delay base',
    observes: ['observe-retry-delay-base'],
    change: ({ webhooks }) => ({
      webhooks: {
        delayBefore(number, previous, platform) {
          const delay = webhooks.delayBefore(number, previous, platform)
          return previous.failure === 'deadline' ? Math.max(0, delay - webhooks.deadline) : delay
        },
      },
    }),
  },
  {
    id: 'deadline-by-the-machine',
    says: 'Deadlines of deliveries, and work, go by the machine, however the clock of everything else is moved',
    // Excludes the variant with copies. Where deadlines run by the machine, the two copies drift apart on a moved clock, and R25
    // takes them for no copies.
    choice: 'copies',
    observes: ['observe-retry-delay-base'],
    // Without generated journeys, one quote of the other partner shows it, and may be the last of a scenario.
    hides: ['events-go-to-their-partner'],
    change: () => ({ webhooks: { deadlineBy: 'machine' } }),
    options: { worksInRealTime: true },
    exclusive: 'real time',
  },
]
