import type { Exchange } from '../../../conformance/exchange.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type PlatformStandingClaim, standing } from '../context.ts'
import { describe, finding } from '../judge/answer.ts'
import { stateOf } from '../quotes/record.ts'
import { historiesOf } from './history.ts'

/** A quote that came through rating is there ever after (4, R10). */
export const readableClaims: readonly PlatformStandingClaim[] = [
  standing('status-stays-readable', ({ exchanges }) => {
    const verdicts = historiesOf(exchanges).flatMap((history) =>
      readsAfterRating(history.exchanges).map(served),
    )
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]

/** Whether a declined quote can be read is open where it was declined on submit (R11), and what failed may be gone as well. */
const MAY_VANISH = ['pending', 'declined', 'failed']

/** Asked later, or with another token, these may say something else. */
const PASSING = [401, 408, 425, 429]

/** Reads with the right credentials that were answered after the quote had been seen with a rate. */
function readsAfterRating(exchanges: readonly Exchange[]): readonly Exchange[] {
  const first = exchanges.findIndex((exchange) => {
    const state = stateOf(exchange)
    return state !== undefined && !MAY_VANISH.includes(state)
  })
  const later = first === -1 ? [] : exchanges.slice(first + 1)
  return later.filter(
    ({ operation, request, answer }) =>
      operation === 'status' &&
      answer !== undefined &&
      request.credentials?.token === 'own' &&
      request.credentials.key === 'primary',
  )
}

function served(read: Exchange): Verdict {
  const { answer } = read
  return answer === undefined || answer.status < 400 || answer.status > 499 || PASSING.includes(answer.status)
    ? passed()
    : failed(finding(read, 'the quote, which was read before', describe(answer), 'status'))
}
