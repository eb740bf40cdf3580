import type { Attempt, EventDelivery } from '../../deliveries/log.ts'
import type { EmittedEventType } from '../../events/table.ts'
import type { Platform } from '../../platform.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const ranOut = (attempt: Attempt | undefined): boolean => attempt?.failure === 'deadline'
const before = ({ attempts }: EventDelivery, { number }: Attempt): Attempt | undefined => attempts[number - 2]

/** The delivery that an attempt belongs to. */
const deliveryOf = (attempt: Attempt, { endpoints, deliveries }: Platform): EventDelivery | undefined =>
  [...endpoints.values()]
    .flatMap((endpoint) => deliveries.of(endpoint))
    .find(({ attempts }) => attempts.includes(attempt))

/** Makes the delays of some events wrong. */
const delaysOf = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  wrong: (delivery: EventDelivery, platform: Platform) => boolean,
): Mutant =>
  delivering(id, says, kills, (webhooks) => ({
    delayBefore(number, previous, platform) {
      const delay = webhooks.delayBefore(number, previous, platform)
      const delivery = deliveryOf(previous, platform)
      return number > 2 && delivery !== undefined && wrong(delivery, platform) ? 2 * delay + 5000 : delay
    },
  }))

const isOf =
  (...types: readonly EmittedEventType[]) =>
  ({ event }: EventDelivery): boolean =>
    types.includes(event.type)

/** Defects that change an event from one attempt to the next, or that delay the attempts of some events by other rules. */
export const attemptMutants: readonly Mutant[] = [
  delivering(
    'a-new-id-after-the-deadline',
    'An event without an answer in time is sent again as another event',
    ['delivery-event-id-kept'],
    () => ({
      eventId: ({ event, attempts }) => `${event.id}${attempts.some(ranOut) ? '-anew' : ''}`,
    }),
  ),
  delivering(
    'a-new-id-after-a-reset',
    'After two broken connections an event is sent under a new id',
    ['delivery-event-id-kept'],
    () => ({
      eventId: ({ event, attempts }) =>
        `${event.id}${attempts.filter(({ failure }) => failure !== undefined && failure !== 'deadline').length > 1 ? '-anew' : ''}`,
    }),
  ),
  delivering(
    'the-timestamp-stands-still-after-the-deadline',
    'An attempt without an answer in time is sent again unchanged',
    ['delivery-timestamp-of-the-attempt'],
    (webhooks) => ({
      timestamp(delivery, attempt, platform) {
        const previous = before(delivery, attempt)
        return webhooks.timestamp(delivery, ranOut(previous) && previous ? previous : attempt, platform)
      },
    }),
  ),
  delivering(
    'the-timestamp-stands-still-once',
    'The second attempt has the Timestamp of the first',
    ['delivery-timestamp-of-the-attempt'],
    (webhooks) => ({
      timestamp: (delivery, attempt, platform) =>
        webhooks.timestamp(delivery, (attempt.number === 2 && delivery.attempts[0]) || attempt, platform),
    }),
  ),
  delivering(
    'the-timestamp-stands-still-on-the-long-delays',
    'From the eighth attempt on, the Timestamp is that of the seventh',
    ['delivery-timestamp-of-the-attempt'],
    (webhooks) => ({
      timestamp: (delivery, attempt, platform) =>
        webhooks.timestamp(delivery, (attempt.number > 7 && delivery.attempts[6]) || attempt, platform),
    }),
  ),
  delivering(
    'a-late-first-attempt-is-dated-back',
    'The first attempt waits for ten seconds, and its Timestamp hides that',
    ['retry-attempt-1'],
    (webhooks) => ({
      delays: webhooks.delays.with(0, 10_000),
      timestamp: (delivery, attempt, platform) =>
        attempt.number === 1
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : webhooks.timestamp(delivery, attempt, platform),
    }),
  ),
  delaysOf(
    'policies-wait-longer',
    'policy.created is repeated by a slower retry schedule',
    ['retry-attempt-3'],
    isOf('policy.created'),
  ),
  delaysOf(
    'proposals-wait-longer',
    'quote.proposalReady is repeated by a slower retry schedule',
    ['retry-attempt-3'],
    isOf('quote.proposalReady'),
  ),
  delaysOf(
    'brokers-wait-longer',
    'broker.added is repeated by a slower retry schedule',
    ['retry-attempt-3'],
    isOf('broker.added'),
  ),
  delaysOf(
    'reviewed-quotes-wait-longer',
    'Events of reviewed quotes are repeated by a slower retry schedule',
    ['retry-attempt-3'],
    ({ event }, { quotes }) => {
      const { quoteId } = event.body.data as { readonly quoteId?: string }
      const quote = quotes.get(String(quoteId))
      return quote?.submission.question_highrisk === true
    },
  ),
  delaysOf(
    'long-letters-wait-longer',
    'A customer beyond ASCII is repeated by a slower retry schedule',
    ['retry-attempt-3'],
    ({ event }) => /[^\0-~]/.test(JSON.stringify(event.body)),
  ),
  delaysOf(
    'rotation-slows-repeats-down',
    'Repeats to an endpoint whose secret was rotated wait for its grace period',
    ['retry-attempt-5'],
    ({ endpoint }) => endpoint.previous !== undefined,
  ),
  delaysOf(
    'resets-slow-repeats-down',
    'After a connection that broke repeats are spaced out',
    ['retry-attempt-5'],
    ({ attempts }) => attempts.some(({ failure }) => failure === 'ECONNRESET'),
  ),
  delivering(
    'deadline-of-each-read',
    'The deadline counts from the last byte received, so that a receiver that answers byte by byte has none',
    ['answer-at-9-seconds-is-failure'],
    () => ({ deadlineOf: 'read' }),
  ),
  delivering(
    'repeats-of-one-moment-are-one',
    'Repeats are kept by endpoint and due time, so of several events that fail at the same moment one is repeated',
    ['retry-attempt-2'],
    (webhooks) => {
      const planned = new Set<string>()
      return {
        next(attempt, succeeded, platform, delivery) {
          const delay = webhooks.next(attempt, succeeded, platform, delivery)
          const key = `${delivery.endpoint.id} ${platform.clock.now() + (delay ?? 0)}`
          if (delay === undefined || !planned.has(key)) {
            if (delay !== undefined) planned.add(key)
            return delay
          }
          return undefined
        },
      }
    },
  ),
  delivering(
    'waits-as-long-as-the-receiver-asks',
    'Where Retry-After asks for more than the stated delay, the next attempt waits for it',
    ['retry-attempt-5'],
    (webhooks) => ({
      delayBefore: (number, previous, platform) =>
        Math.max(
          webhooks.delayBefore(number, previous, platform),
          1000 * (Number(previous.retryAfter ?? 0) || 0),
        ),
    }),
  ),
  {
    id: 'retries-go-on-after-deletion',
    says: 'Repeats to a deleted endpoint go on',
    kills: ['deleted-endpoint-gets-nothing'],
    change: () => ({ endpoints: { remove: ({ id }, { endpoints }) => void endpoints.delete(id) } }),
  },
]
