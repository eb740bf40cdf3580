import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ClockPort } from '../../../../conformance/ports/clock.ts'
import type { OperationAnswers } from '../../vocabulary/access/each-operation.ts'

/** How long a new key may take to become effective, in milliseconds. */
const TAKES_EFFECT_MS = 60_000
const STEP_MS = 2000

/** Repeats a request until its answer is as wanted, or a new key must be effective; returns the last answer. */
export async function retryUntil<T>(
  clock: ClockPort,
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
): Promise<T> {
  const deadline = clock.deadline(TAKES_EFFECT_MS)
  for (;;) {
    const answer = await ask()
    if (isWanted(answer) || deadline.expired()) return answer
    await clock.sleep(STEP_MS)
  }
}

/** Says whether the credentials were accepted: the answer is neither 401 nor 403. */
export const isAccessGranted = ({ answer }: Exchange): boolean =>
  answer?.status !== 401 && answer?.status !== 403

/** Operations for which a 403 may be about the state of the quote, not the credentials. */
const OF_A_STATE = ['update', 'bind']

/** Selects the answers that refuse the credentials. */
export const accessRefusals = (answers: OperationAnswers): readonly Exchange[] =>
  Object.entries(answers).flatMap(([operation, one]) => {
    const mayBeItsState = OF_A_STATE.includes(operation) && one.answer?.status === 403
    return isAccessGranted(one) || mayBeItsState ? [] : [one]
  })
