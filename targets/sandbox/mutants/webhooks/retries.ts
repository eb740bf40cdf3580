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
]
