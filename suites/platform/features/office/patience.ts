import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ClockPort } from '../../../../conformance/ports/clock.ts'
import type { Answers } from '../auth/each-operation.ts'

/** A new key may take so long to be known everywhere, in milliseconds. */
const TAKES_EFFECT_MS = 60_000
const STEP_MS = 2000

/** Asks until an answer is as wanted, or until a new key has had the time to be known everywhere; returns the last answer. */
export async function patiently<T>(
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

/** The credentials of a request are not the reason for its answer. */
export const isLetIn = ({ answer }: Exchange): boolean => answer?.status !== 401 && answer?.status !== 403

/** Operations that a 403 may rightly answer because of the state of their quote. */
const OF_A_STATE = ['update', 'bind']

/** Answers to operations that their credentials are the reason for. */
export const keptOutOf = (answers: Answers): readonly Exchange[] =>
  Object.entries(answers).flatMap(([operation, one]) => {
    const mayBeItsState = OF_A_STATE.includes(operation) && one.answer?.status === 403
    return isLetIn(one) || mayBeItsState ? [] : [one]
  })
