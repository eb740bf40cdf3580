import type { Behaviour } from '../../behaviour.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

const THIRD = 3

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
]
