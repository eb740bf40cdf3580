import type { Exchange } from '../../../conformance/exchange.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { historiesOf } from './history.ts'
import { isAuthorized } from './owners.ts'

/** A quote that came through rating is there ever after (4, R10). */
export const readableClaims: readonly PlatformStandingClaim[] = [
  standing('status-stays-readable', ({ exchanges }) => {
    const verdicts = historiesOf(exchanges).flatMap((history) =>
      readsOfRated(history.exchanges, exchanges).map(served),
    )
    return verdicts.length === 0 ? undefined : all(verdicts)
  }),
]

/** A quote that was declined on submit may or may not be readable (R11); a failed one may be gone as well. */
const MAY_VANISH = ['declined', 'failed']

/** From here it may have come to one of those before anybody looked. */
const UNDECIDED = ['pending', 'underwriter_review']

/** Asked later, or with another token, these may say something else. */
const PASSING = [401, 408, 425, 429]

/** Reads with the right credentials of a quote that was last seen with a rate. */
function readsOfRated(exchanges: readonly Exchange[], among: readonly Exchange[]): readonly Exchange[] {
  let last: string | undefined
  return exchanges.filter((exchange) => {
    const before = last
    last = stateOf(exchange) ?? last
    return (
      before !== undefined && ![...MAY_VANISH, ...UNDECIDED].includes(before) && isOwnRead(exchange, among)
    )
  })
}

const isOwnRead = (exchange: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchange.operation === 'status' && exchange.answer !== undefined && isAuthorized(exchange, exchanges)

function served(read: Exchange): Verdict {
  const { answer } = read
  return answer === undefined || answer.status < 400 || answer.status > 499 || PASSING.includes(answer.status)
    ? passed()
    : failed(finding(read, 'the quote, which was read before', describe(answer), 'status'))
}
