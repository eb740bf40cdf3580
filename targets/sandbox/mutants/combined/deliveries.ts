import type { Behaviour } from '../../behaviour.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'
import { isAscii } from './course.ts'

const THIRD = 3

/** Endpoints that were disabled and enabled again. */
const reEnabled = new WeakSet<Endpoint>()

/** Notes endpoints that are enabled again, and changes their deliveries. */
const afterTheBreaker = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  change: Mutant['change'],
): Mutant => ({
  id,
  says,
  kills,
  change: (base) => ({
    ...change(base),
    endpoints: {
      enable(endpoint, platform) {
        if (endpoint.status === 'disabled') reEnabled.add(endpoint)
        base.endpoints.enable(endpoint, platform)
      },
    },
  }),
})

type Webhooks = Behaviour['webhooks']

/** Changes how a message is made from the third attempt on; the body is made first. */
function atThird(
  webhooks: Webhooks,
  change: (isThird: () => boolean) => Partial<Webhooks>,
): Partial<Webhooks> {
  let attempts = 0
  return {
    body(delivery, attempt, platform) {
      attempts = attempt.number
      return webhooks.body(delivery, attempt, platform)
    },
    ...change(() => attempts >= THIRD),
  }
}

/** Deliveries that go wrong at one attempt, or after the breaker (6, 8, R24, R25). */
export const combinedDeliveryMutants: readonly Mutant[] = [
  delivering(
    'the-third-attempt-says-text',
    'From the third attempt on, a worker sends the event as it was stored as text',
    ['delivery-content-type'],
    (webhooks) =>
      atThird(webhooks, (isThird) => ({
        headers: (...message) => ({
          ...webhooks.headers(...message),
          ...(isThird() && { 'Content-Type': 'text/plain' }),
        }),
      })),
  ),
  delivering(
    'the-third-attempt-has-no-id',
    'From the third attempt on, an event is sent without its Event-ID',
    ['delivery-event-id'],
    (webhooks) =>
      atThird(webhooks, (isThird) => ({
        headers(...message) {
          const { 'Event-ID': id = '', ...rest } = webhooks.headers(...message)
          return isThird() ? rest : { ...rest, 'Event-ID': id }
        },
      })),
  ),
  delivering(
    'the-third-attempt-leaves-out-the-data',
    'From the third attempt on, an event is sent without its data',
    ['payload-data'],
    (webhooks) => ({
      body(delivery, attempt, platform) {
        const { data: _, ...rest } = delivery.event.body
        return attempt.number === THIRD ? JSON.stringify(rest) : webhooks.body(delivery, attempt, platform)
      },
    }),
  ),
  delivering(
    'the-third-attempt-in-another-zone',
    'From the third attempt on Timestamp is the time of New York, called UTC',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({
      timestamp: (delivery, attempt, platform) =>
        attempt.number < THIRD
          ? webhooks.timestamp(delivery, attempt, platform)
          : webhooks.timestamp(
              delivery,
              { ...attempt, startedAt: attempt.startedAt - 5 * 3_600_000 },
              platform,
            ),
    }),
  ),
  delivering(
    'the-third-attempt-signs-other-letters-as-text',
    'From the third attempt on, the signature covers only the low byte of each letter',
    ['signature-of-each-attempt'],
    (webhooks) =>
      atThird(webhooks, (isThird) => ({
        sign: (text, secret) =>
          webhooks.sign(
            isThird() && !isAscii(text) ? Buffer.from(text, 'latin1').toString('latin1') : text,
            secret,
          ),
      })),
  ),
  afterTheBreaker(
    'signed-by-nobody-after-the-breaker',
    'Deliveries to an endpoint that was enabled again are signed with a secret that nobody was shown',
    ['signature-verifies'],
    ({ webhooks }) => ({
      webhooks: {
        signingSecret: (endpoint, ...rest) =>
          `${webhooks.signingSecret(endpoint, ...rest)}${reEnabled.has(endpoint) ? '-anew' : ''}`,
      },
    }),
  ),
  afterTheBreaker(
    'a-new-id-for-each-attempt-after-the-breaker',
    'An endpoint that was enabled again gets each repeat under a new id',
    ['delivery-event-id-kept'],
    ({ webhooks }) => ({
      webhooks: {
        eventId: (delivery, attempt, platform) =>
          `${webhooks.eventId(delivery, attempt, platform)}${reEnabled.has(delivery.endpoint) ? `-${attempt.number}` : ''}`,
      },
    }),
  ),
  afterTheBreaker(
    'a-slower-schedule-after-the-breaker',
    'Repeats to an endpoint that was enabled again take three times as long',
    ['retry-attempt-2'],
    ({ webhooks }) => ({
      webhooks: {
        delayBefore(number, previous, platform) {
          const delay = webhooks.delayBefore(number, previous, platform)
          const isSpared = [...platform.endpoints.values()].some(
            (endpoint) =>
              reEnabled.has(endpoint) &&
              platform.deliveries.of(endpoint).some(({ attempts }) => attempts.includes(previous)),
          )
          return isSpared ? 3 * delay + 5000 : delay
        },
      },
    }),
  ),
  afterTheBreaker(
    'every-partner-after-the-breaker',
    'An endpoint that was enabled again gets events of every partner',
    ['events-go-to-their-partner'],
    ({ webhooks }) => ({
      webhooks: {
        wants: (endpoint, event, platform) =>
          reEnabled.has(endpoint)
            ? endpoint.events.includes(event.type)
            : webhooks.wants(endpoint, event, platform),
      },
    }),
  ),
  afterTheBreaker(
    'every-type-after-the-breaker',
    'An endpoint that was enabled again gets events of every type',
    ['events-go-to-subscribers'],
    ({ webhooks }) => ({
      webhooks: {
        wants: (endpoint, event, platform) =>
          reEnabled.has(endpoint) || webhooks.wants(endpoint, event, platform),
      },
    }),
  ),
  delivering(
    'gives-up-on-proposals-that-hang',
    'The worker that announces proposals gives an event up after its first missed deadline',
    ['answer-at-9-seconds-is-failure', 'delivery-silence-is-failure'],
    (webhooks) => ({
      next: (attempt, succeeded, platform, delivery) =>
        delivery.event.type === 'quote.proposalReady' && attempt.failure === 'deadline'
          ? undefined
          : webhooks.next(attempt, succeeded, platform, delivery),
    }),
  ),
]
