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

/** Does not repeat attempts that failed in a certain way. */
const givesUp = (
  id: string,
  says: string,
  kills: Mutant['kills'],
  when: (attempt: {
    readonly number: number
    readonly status?: number
    readonly failure?: string
  }) => boolean,
): Mutant =>
  delivering(id, says, kills, (webhooks) => ({
    next: (attempt, succeeded, ...rest) =>
      !succeeded && when(attempt) ? undefined : webhooks.next(attempt, succeeded, ...rest),
  }))

/** Defects of how deliveries end, and of the times of their attempts (8, 8.retry). */
export const retryMutants: readonly Mutant[] = [
  ...retryStepMutants,
  delivering(
    'nine-attempts',
    'The tenth attempt is not made, since counting begins with zero',
    ['retry-attempt-10'],
    () => ({ attempts: 9 }),
  ),
  delivering(
    'eleven-attempts',
    'Ten repeats are made after the first attempt',
    ['retry-ends-after-ten'],
    () => ({ attempts: 11 }),
  ),
  delivering(
    'doubles-without-end',
    'The delay goes on doubling after a minute',
    ['retry-attempt-9', 'retry-attempt-10'],
    () => ({ delays: [0, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 120000, 240000] }),
  ),
  delivering(
    'waits-a-second-longer-each-time',
    'The delay grows by a second with each attempt',
    ['retry-attempt-5', 'retry-attempt-7', 'retry-attempt-10'],
    () => ({ delays: delays.map((_, place) => place * 1000) }),
  ),
  givesUp(
    'gives-up-at-4xx',
    'A 4xx ends the delivery',
    ['delivery-client-error-is-failure'],
    ({ status = 0 }) => status >= 400 && status < 500,
  ),
  givesUp(
    'gives-up-at-503',
    'A 503 ends the delivery',
    ['delivery-server-error-is-failure'],
    ({ status }) => status === 503,
  ),
  givesUp(
    'gives-up-at-410',
    'A 410 ends the delivery, as with other webhook senders',
    ['delivery-client-error-is-failure'],
    ({ status }) => status === 410,
  ),
  delivering(
    'takes-a-conflict-for-success',
    'A 409 counts as delivered',
    ['delivery-client-error-is-failure'],
    () => ({ succeeds: (status) => (status >= 200 && status < 300) || status === 409 }),
  ),
  delivering('takes-304-for-success', 'A 304 counts as delivered', ['delivery-redirect-is-failure'], () => ({
    succeeds: (status) => (status >= 200 && status < 300) || status === 304,
  })),
  givesUp(
    'gives-up-at-501',
    'A 501 ends the delivery',
    ['delivery-server-error-is-failure'],
    ({ status }) => status === 501,
  ),
  givesUp(
    'gives-up-without-an-answer',
    'Only answers are counted as attempts: a connection that breaks ends the delivery',
    ['delivery-reset-is-failure', 'delivery-refusal-is-failure'],
    ({ failure }) => failure !== undefined && failure !== 'deadline',
  ),
  givesUp(
    'gives-up-at-a-reset-of-a-repeat',
    'A connection that breaks during a repeat counts as delivered',
    ['delivery-reset-is-failure'],
    ({ number, failure }) => number > 1 && failure === 'ECONNRESET',
  ),
  givesUp(
    'gives-up-at-the-deadline',
    'A missed deadline counts as delivered',
    ['delivery-silence-is-failure', 'answer-at-9-seconds-is-failure'],
    ({ failure }) => failure === 'deadline',
  ),
  delivering(
    'takes-a-redirect-for-success',
    'Everything below 400 is a success',
    ['delivery-redirect-is-failure'],
    () => ({ succeeds: (status) => status >= 200 && status < 400 }),
  ),
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
    'takes-common-2xx-for-success',
    'Only some 2xx count as delivered',
    ['delivery-any-2xx-is-success'],
    () => ({ succeeds: (status) => [200, 201, 202, 204].includes(status) }),
  ),
  delivering(
    'takes-only-200-for-success',
    'Only a 200 counts as delivered',
    ['delivery-any-2xx-is-success'],
    () => ({ succeeds: (status) => status === 200 }),
  ),
  delivering(
    'waits-for-the-whole-answer',
    'The deadline covers the body of the answer too',
    ['delivery-status-line-decides'],
    () => ({ waitsFor: 'body' }),
  ),
  delivering(
    'five-seconds-of-patience',
    'The deadline is five seconds, as before v1.6.0',
    ['answer-at-7-seconds-is-success', 'retry-waits-for-the-deadline'],
    () => ({ deadline: 5000 }),
  ),
  delivering(
    'twelve-seconds-of-patience',
    'The deadline is twelve seconds',
    ['answer-at-9-seconds-is-failure'],
    () => ({ deadline: 12_000 }),
  ),
  delivering(
    'repeats-after-success',
    'Every delivery is made once more after a while, to be sure',
    ['retry-not-after-every-success', 'retry-ends-with-success'],
    (webhooks) => ({
      next: (attempt, succeeded, ...rest) =>
        succeeded && attempt.number < 3 ? 3000 : webhooks.next(attempt, succeeded, ...rest),
    }),
  ),
  delivering(
    'repeats-after-a-204',
    'A delivery with an empty answer is made once more',
    ['retry-ends-with-success', 'delivery-any-2xx-is-success'],
    (webhooks) => ({
      next: (attempt, succeeded, ...rest) =>
        attempt.status === 204 ? 3000 : webhooks.next(attempt, succeeded, ...rest),
    }),
  ),
  delivering(
    'repeats-soon-after-success',
    'A delivery is made once more as soon as it is answered, in case the first was lost',
    ['retry-not-after-every-success', 'retry-ends-with-success'],
    (webhooks) => ({
      next: (attempt, succeeded, ...rest) =>
        succeeded && attempt.number < 2 ? 400 : webhooks.next(attempt, succeeded, ...rest),
    }),
  ),
  delivering(
    'repeats-what-needed-a-repeat',
    'An event that succeeds after a failure is sent once more',
    ['retry-not-after-every-success', 'retry-ends-with-success'],
    (webhooks) => ({
      next: (attempt, succeeded, ...rest) =>
        succeeded && attempt.number > 1 && attempt.number < 4
          ? 3000
          : webhooks.next(attempt, succeeded, ...rest),
    }),
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
  givesUp(
    'gives-up-where-nobody-listens',
    'A refused connection ends the delivery',
    ['delivery-refusal-is-failure'],
    ({ failure }) => failure === 'ECONNREFUSED',
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
]
