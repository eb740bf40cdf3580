import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../behaviour.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'

type Webhooks = NonNullable<BehaviourChanges['webhooks']>

/** Makes other delivery rules that know which endpoints were disabled and enabled again. */
const afterEnabling =
  (
    rules: (webhooks: Behaviour['webhooks'], wasEnabled: (endpoint: Endpoint) => boolean) => Webhooks,
  ): BehaviourChange =>
  ({ endpoints, webhooks }) => {
    const enabled = new WeakSet<Endpoint>()
    return {
      endpoints: {
        enable(endpoint, platform) {
          if (endpoint.status === 'disabled') enabled.add(endpoint)
          endpoints.enable(endpoint, platform)
        },
      },
      webhooks: rules(webhooks, (endpoint) => enabled.has(endpoint)),
    }
  }

/** Defects of deliveries and of the breaker after an endpoint was enabled again (8.retry, 8.breaker, R27). */
export const breakerAgainMutants: readonly Mutant[] = [
  {
    id: 'opens-only-once',
    says: 'An endpoint that was enabled by hand is never disabled again',
    kills: ['breaker-opens-at-five'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      breaker: 'attempts',
      trips: (endpoint, platform) => !wasEnabled(endpoint) && webhooks.trips(endpoint, platform),
    })),
  },
  {
    id: 'opens-only-once-by-events',
    says: 'An endpoint that was enabled by hand is never disabled again, where failed events count',
    kills: ['breaker-opens-at-five'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      trips: (endpoint, platform) => !wasEnabled(endpoint) && webhooks.trips(endpoint, platform),
    })),
  },
  {
    id: 'opens-at-four-events-the-second-time',
    says: 'An endpoint that was enabled by hand is on probation: four events that failed for good are enough',
    kills: ['breaker-stays-closed-below-five'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      trips: (endpoint, platform) =>
        webhooks.trips(endpoint, platform) || (wasEnabled(endpoint) && endpoint.failures.length >= 4),
    })),
  },
  {
    id: 'opens-at-three-attempts-the-second-time',
    says: 'An endpoint that was enabled by hand is on probation: three failed attempts are enough',
    kills: ['breaker-stays-closed-below-five'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      breaker: 'attempts',
      trips: (endpoint, platform) =>
        webhooks.trips(endpoint, platform) || (wasEnabled(endpoint) && endpoint.failures.length >= 3),
    })),
  },
  {
    id: 'enabled-endpoints-know-one-type',
    says: 'An endpoint that is enabled by hand keeps only the first of its subscriptions',
    kills: ['breaker-lets-enabled-endpoints-work'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      wants: (endpoint, event, platform) =>
        webhooks.wants(endpoint, event, platform) &&
        (!wasEnabled(endpoint) || event.type === endpoint.events[0]),
    })),
  },
  {
    id: 'never-forgets-the-second-time',
    says: 'Once an endpoint was enabled by hand its failures are counted in days',
    kills: ['breaker-forgets-after-five-minutes'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      trips: (endpoint, platform) =>
        webhooks.trips(endpoint, platform) ||
        (wasEnabled(endpoint) && endpoint.failures.length >= webhooks.threshold),
    })),
  },
  {
    id: 'closes-after-an-hour-the-second-time',
    says: 'An endpoint that is disabled again is tried again after an hour',
    kills: ['breaker-stays-open'],
    change: (base) => {
      const { endpoints } = base
      return afterEnabling((webhooks, wasEnabled) => ({
        trips(endpoint, platform) {
          const isOpen = webhooks.trips(endpoint, platform)
          if (isOpen && wasEnabled(endpoint))
            platform.clock.schedule(3_600_000, () => endpoints.enable(endpoint, platform))
          return isOpen
        },
      }))(base)
    },
  },
  {
    id: 'begins-late-after-enabling',
    says: 'After an endpoint is enabled by hand, its events wait for a worker that runs every twelve seconds',
    kills: ['retry-attempt-1'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      beginsAfter: (endpoint, platform) =>
        wasEnabled(endpoint) ? 12_000 : webhooks.beginsAfter(endpoint, platform),
    })),
  },
  {
    id: 'gives-up-after-six-once-enabled',
    says: 'An endpoint that was enabled by hand gets six attempts for each event',
    kills: ['retry-attempt-7'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      next: (attempt, succeeded, platform, delivery) =>
        wasEnabled(delivery.endpoint) && attempt.number >= 6
          ? undefined
          : webhooks.next(attempt, succeeded, platform, delivery),
    })),
  },
  {
    id: 'enabling-gives-further-attempts',
    says: 'Waiting events get ten further attempts when their endpoint is enabled by hand',
    kills: ['retry-ends-after-ten'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      breaker: 'attempts',
      whileDisabled: 'dropped',
      next: (attempt, succeeded, platform, delivery) =>
        wasEnabled(delivery.endpoint) && !succeeded && attempt.number < 20
          ? webhooks.delayBefore(attempt.number + 1, attempt, platform)
          : webhooks.next(attempt, succeeded, platform, delivery),
    })),
  },
  {
    id: 'waits-longer-once-enabled',
    says: 'An endpoint that was enabled by hand has a longer deadline',
    kills: ['answer-at-9-seconds-is-failure'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      breaker: 'attempts',
      waits(attempt, platform) {
        const isOf = (endpoint: Endpoint) =>
          platform.deliveries.of(endpoint).some(({ attempts }) => attempts.includes(attempt))
        const endpoint = [...platform.endpoints.values()].find(isOf)
        return endpoint !== undefined && wasEnabled(endpoint) ? 11_000 : webhooks.waits(attempt, platform)
      },
    })),
  },
  {
    id: 'signs-wrongly-after-enabling',
    says: 'After an endpoint is enabled again, repeats are signed with an empty secret',
    kills: ['signature-of-each-attempt'],
    change: afterEnabling((webhooks, wasEnabled) => ({
      signingSecret: (endpoint, ...rest) =>
        wasEnabled(endpoint) ? 'not loaded' : webhooks.signingSecret(endpoint, ...rest),
    })),
  },
]
