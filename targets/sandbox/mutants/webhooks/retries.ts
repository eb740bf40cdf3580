import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const delays = [0, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]

/** Each attempt at a wrong time (8.retry). Nothing can come before the first. */
const retryStepMutants: readonly Mutant[] = delays.flatMap((delay, place): Mutant[] => {
  const number = place + 1
  const retryStep = (way: string, says: string, wrong: number) =>
    delivering(`attempt-${number}-${way}`, says, [`retry-attempt-${number}`], () => ({
      delays: delays.with(place, wrong),
    }))
  const late = retryStep(
    'late',
    `Attempt ${number} waits for twice its delay and some seconds`,
    2 * delay + 10_000,
  )
  if (place === 0) return [late]
  const early = `Attempt ${number} comes before its time, since the retry schedule begins one delay too late`
  return [late, retryStep('early', early, number === 2 ? 100 : delay / 2)]
})

/** Chooses the delay of an event by the attempts of all events that are repeated at the same endpoint. */
const sharingDelays = (
  id: string,
  says: string,
  kills: string,
  choose: (attempts: readonly number[]) => number,
): Mutant =>
  delivering(id, says, [kills], (webhooks) => ({
    next(attempt, succeeded, platform, delivery) {
      const repeated = platform.deliveries
        .of(delivery.endpoint)
        .flatMap((one) => (one.state === 'pending' && one.nextAt !== undefined ? [one.attempts.length] : []))
      const number = choose([attempt.number, ...repeated])
      const usual = webhooks.next(attempt, succeeded, platform, delivery)
      return usual === undefined ? undefined : webhooks.delayBefore(number + 1, attempt, platform)
    },
  }))

const DAY_MS = 86_400_000

/** Defects of how deliveries end, and of the times of their attempts (8, 8.retry). */
export const retryMutants: readonly Mutant[] = [
  ...retryStepMutants,
  delivering(
    'follows-redirects',
    'The HTTP library follows redirects by default',
    ['delivery-redirect-is-failure', 'delivery-redirect-is-not-followed'],
    () => ({ follows: (_status, location) => location }),
  ),
  delivering(
    'follows-redirects-that-keep-the-method',
    'A POST follows 307 and 308, which ask for the same method again',
    ['delivery-redirect-is-not-followed'],
    () => ({ follows: (status, location) => (status === 307 || status === 308 ? location : undefined) }),
  ),
  delivering(
    'only-a-200-ends-repeats',
    'A first attempt ends with any 2xx, and a repeat with a 200 only',
    ['retry-not-after-every-success'],
    (webhooks) => ({
      next: (attempt, succeeded, ...rest) =>
        webhooks.next(attempt, succeeded && (attempt.number === 1 || attempt.status === 200), ...rest),
    }),
  ),
  delivering(
    'policies-and-brokers-want-200',
    'The senders of policy.created and broker.added wait for a 200 and repeat after any other success',
    ['delivery-any-2xx-is-success'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const isOther = ['policy.created', 'broker.added'].includes(delivery.event.type)
        return webhooks.next(attempt, succeeded && !(isOther && attempt.status !== 200), platform, delivery)
      },
    }),
  ),
  sharingDelays(
    'a-newer-event-goes-on-where-an-older-one-stands',
    'All events that are repeated at an endpoint have the delay of the event with the most attempts',
    'retry-attempt-2',
    (attempts) => Math.max(...attempts),
  ),
  sharingDelays(
    'a-newer-event-begins-the-delays-anew',
    'All events that are repeated at an endpoint have the delay of the newest event',
    'retry-attempt-3',
    (attempts) => Math.min(...attempts),
  ),
  delivering(
    'retries-end-at-midnight',
    'Repeats that fall due after the day of their event are lost, since each day has a table of its own',
    ['retry-attempt-4'],
    (webhooks) => ({
      next(attempt, succeeded, platform, delivery) {
        const delay = webhooks.next(attempt, succeeded, platform, delivery)
        if (delay === undefined) return undefined
        const isNextDay = (at: number) => Math.floor(at / DAY_MS) > Math.floor(delivery.event.at / DAY_MS)
        return isNextDay(platform.clock.now() + delay) ? undefined : delay
      },
    }),
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
]
