import type { Behaviour, BehaviourChange, BehaviourChanges } from '../../../behaviour.ts'
import type { Attempt, EventDelivery } from '../../../deliveries/log.ts'
import type { Endpoint } from '../../../events/endpoint.ts'
import type { PlatformEvent } from '../../../events/event.ts'
import type { Platform } from '../../../platform.ts'
import type { Happens as HappensTo, Slip as SlipOf } from '../product.ts'

type Slip = SlipOf<EventDelivery>
type Happens = HappensTo<EventDelivery>
type Rules = Behaviour['webhooks']

const row = (
  id: string,
  says: string,
  kills: Slip['kills'],
  rules: (webhooks: Rules, happens: Happens) => NonNullable<BehaviourChanges['webhooks']>,
): Slip => ({
  id,
  says,
  kills,
  change:
    (happens): BehaviourChange =>
    ({ webhooks }) => ({ webhooks: rules(webhooks, happens) }),
})

/** The delivery that an attempt belongs to. */
const deliveryOf = (attempt: Attempt, { endpoints, deliveries }: Platform): EventDelivery | undefined =>
  [...endpoints.values()]
    .flatMap((endpoint) => deliveries.of(endpoint))
    .find(({ attempts }) => attempts.includes(attempt))

/** A delivery that has not begun. */
const toCome = (endpoint: Endpoint, event: PlatformEvent): EventDelivery => ({
  endpoint,
  event,
  attempts: [],
  state: 'pending',
})

const latestOf = (endpoint: Endpoint, { deliveries }: Platform): EventDelivery | undefined =>
  deliveries.of(endpoint).at(-1)

const RETRIES: Slip['kills'] = [
  'retry-attempt-2',
  ...[3, 4, 5, 6, 7, 8, 9, 10].map((number) => `retry-attempt-${number}`),
]

/** A row of a slip that changes what happens to its delivery later. */
const disturbing = (...of: Parameters<typeof row>): Slip => ({ ...row(...of), disturbs: true })

/** One line a slip. */
export const DELIVERY_SLIPS: readonly Slip[] = [
  disturbing(
    'no-repeat',
    'A failed attempt is not repeated',
    [
      ...RETRIES,
      'delivery-client-error-is-failure',
      'delivery-server-error-is-failure',
      'delivery-redirect-is-failure',
      'delivery-reset-is-failure',
      'delivery-silence-is-failure',
    ],
    (webhooks, happens) => ({
      next: (attempt, succeeded, platform, delivery) =>
        !succeeded && attempt.number < webhooks.attempts && happens(delivery, platform)
          ? undefined
          : webhooks.next(attempt, succeeded, platform, delivery),
    }),
  ),
  disturbing('early-repeat', 'A repeat comes after half its delay', RETRIES, (webhooks, happens) => ({
    next(attempt, succeeded, platform, delivery) {
      const delay = webhooks.next(attempt, succeeded, platform, delivery)
      return delay !== undefined && !succeeded && happens(delivery, platform) ? delay / 2 : delay
    },
  })),
  disturbing('late-repeat', 'A repeat comes ten seconds late', RETRIES, (webhooks, happens) => ({
    next(attempt, succeeded, platform, delivery) {
      const delay = webhooks.next(attempt, succeeded, platform, delivery)
      return delay !== undefined && !succeeded && happens(delivery, platform) ? 2 * delay + 10_000 : delay
    },
  })),
  row('eleventh-attempt', 'An eleventh attempt is made', ['retry-ends-after-ten'], (webhooks, happens) => ({
    next: (attempt, succeeded, platform, delivery) =>
      !succeeded && attempt.number === webhooks.attempts && happens(delivery, platform)
        ? 60_000
        : webhooks.next(attempt, succeeded, platform, delivery),
  })),
  disturbing(
    'repeat-after-success',
    'An attempt that succeeded is repeated',
    ['retry-not-after-every-success', 'retry-ends-with-success', 'delivery-any-2xx-is-success'],
    (webhooks, happens) => ({
      next: (attempt, succeeded, platform, delivery) =>
        succeeded && attempt.number < 3 && happens(delivery, platform)
          ? 4000
          : webhooks.next(attempt, succeeded, platform, delivery),
    }),
  ),
  disturbing(
    'wrong-secret',
    'An attempt is signed with a wrong secret',
    ['signature-verifies', 'signature-of-each-attempt'],
    (webhooks, happens) => ({
      signingSecret: (endpoint, platform, delivery) =>
        `${webhooks.signingSecret(endpoint, platform, delivery)}${happens(delivery, platform) ? ' ' : ''}`,
    }),
  ),
  row(
    'kept-timestamp',
    'An attempt has the time of its event',
    ['delivery-timestamp-of-the-attempt', 'delivery-timestamp-by-the-platform-clock'],
    (webhooks, happens) => ({
      timestamp: (delivery, attempt, platform) =>
        attempt.number > 1 && happens(delivery, platform)
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : webhooks.timestamp(delivery, attempt, platform),
    }),
  ),
  disturbing(
    'new-id',
    'A repeat has a new id',
    ['delivery-event-id-kept', 'delivery-event-id-unique', 'quote-created-once', 'proposal-ready-once'],
    (webhooks, happens) => ({
      eventId: (delivery, attempt, platform) =>
        `${webhooks.eventId(delivery, attempt, platform)}${attempt.number > 1 && happens(delivery, platform) ? '-b' : ''}`,
    }),
  ),
  disturbing(
    'same-id',
    'The event has the id of the one before',
    ['delivery-event-id-unique'],
    (webhooks, happens) => ({
      eventId(delivery, attempt, platform) {
        const all = platform.deliveries.of(delivery.endpoint)
        const before = all[all.indexOf(delivery) - 1]
        return webhooks.eventId(
          before !== undefined && happens(delivery, platform) ? before : delivery,
          attempt,
          platform,
        )
      },
    }),
  ),
  disturbing(
    'short-deadline',
    'An answer has five seconds',
    ['answer-at-7-seconds-is-success'],
    (webhooks, happens) => ({
      waits(attempt, platform) {
        const own = deliveryOf(attempt, platform)
        return own !== undefined && happens(own, platform) ? 5000 : webhooks.waits(attempt, platform)
      },
    }),
  ),
  disturbing(
    'long-deadline',
    'An answer has thirty seconds',
    ['answer-at-9-seconds-is-failure', 'delivery-silence-is-failure', 'retry-waits-for-the-deadline'],
    (webhooks, happens) => ({
      waits(attempt, platform) {
        const own = deliveryOf(attempt, platform)
        return own !== undefined && happens(own, platform) ? 30_000 : webhooks.waits(attempt, platform)
      },
    }),
  ),
  disturbing(
    'lost',
    'The event is not sent',
    [
      'quote-created-emitted',
      'proposal-ready-emitted',
      'policy-created-emitted',
      'broker-added-emitted',
      'every-endpoint-gets-the-event',
    ],
    (webhooks, happens) => ({
      wants: (endpoint, event, platform) =>
        webhooks.wants(endpoint, event, platform) && !happens(toCome(endpoint, event), platform),
    }),
  ),
  row(
    'unwanted',
    'An event is sent that nobody subscribed to',
    ['events-go-to-subscribers'],
    (webhooks, happens) => ({
      wants: (endpoint, event, platform) =>
        webhooks.wants(endpoint, event, platform) ||
        (!endpoint.events.includes(event.type) &&
          (event.partnerId ?? endpoint.partnerId) === endpoint.partnerId &&
          happens(toCome(endpoint, event), platform)),
    }),
  ),
  row(
    'foreign',
    'An event goes to another partner, too',
    ['events-go-to-their-partner'],
    (webhooks, happens) => ({
      wants: (endpoint, event, platform) =>
        webhooks.wants(endpoint, event, platform) ||
        (endpoint.events.includes(event.type) && happens(toCome(endpoint, event), platform)),
    }),
  ),
  disturbing(
    'never-trips',
    'Failures do not disable the endpoint',
    ['breaker-opens-at-five', 'breaker-fits-a-reading'],
    (webhooks, happens) => ({
      trips(endpoint, platform) {
        const latest = latestOf(endpoint, platform)
        return webhooks.trips(endpoint, platform) && !(latest !== undefined && happens(latest, platform))
      },
    }),
  ),
  disturbing(
    'trips-early',
    'Three failures disable the endpoint',
    ['breaker-stays-closed-below-five'],
    (webhooks, happens) => ({
      trips(endpoint, platform) {
        const latest = latestOf(endpoint, platform)
        return (
          webhooks.trips(endpoint, platform) ||
          (endpoint.failures.length === 3 && latest !== undefined && happens(latest, platform))
        )
      },
    }),
  ),
  disturbing(
    'while-disabled',
    'Events go to a disabled endpoint',
    ['breaker-stops-deliveries'],
    (webhooks, happens) => {
      let of: Platform | undefined
      return {
        wants(endpoint, event, platform) {
          of = platform
          return webhooks.wants(endpoint, event, platform)
        },
        inService: (endpoint, delivery) =>
          webhooks.inService(endpoint, delivery) || (of !== undefined && happens(delivery, of)),
      }
    },
  ),
]
