import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded, type Ledger } from '../../../conformance/ledger.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { historiesOf, isBefore, mayHaveSucceeded } from '../ledger/history.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { describe, finding, statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { forEach } from './for-each.ts'

/** Claims that a rated quote can be read ever after, with one code (4, R10). */
export const readableClaims: readonly PlatformStandingClaim[] = [
  {
    ...standing(
      'status-code-200',
      forEach(
        (one, facts) => isOwnRead(one, facts) && succeeded(one),
        (one) => statusIs(one, 200),
      ),
    ),
    shownIn: ['status/reads'],
  },
  relying(
    ['requests'],
    standing('status-stays-readable', (facts) => {
      const verdicts = historiesOf(facts.exchanges).flatMap((history) =>
        readsOfRated(history.exchanges, facts).map(isServed),
      )
      return verdicts.length === 0 ? undefined : all(verdicts)
    }),
  ),
]

/** A quote that was declined on submit may or may not be readable (R11); a failed one may be gone as well. */
const MAY_VANISH = ['declined', 'failed']

/** States from which a quote may have become declined or failed unseen. */
const UNDECIDED = ['pending', 'underwriter_review']

/** Codes of temporary refusals: a later request, or one with a new token, may succeed. */
const TEMPORARY = [401, 408, 425, 429]

/** Selects the reads, with valid credentials, of a quote whose previous read showed a state that lasts. */
function readsOfRated(exchanges: readonly Exchange[], ledger: Ledger): readonly Exchange[] {
  let last: Exchange | undefined
  return exchanges.filter((exchange) => {
    const before = last
    if (stateOf(exchange) !== undefined) last = exchange
    // In a recording, a quote that was updated may have been declined since, unread.
    if (isRecorded(ledger) && exchange.operation === 'update' && mayHaveSucceeded(exchange)) last = undefined
    return (
      before !== undefined &&
      isBefore(before, exchange, ledger) &&
      ![...MAY_VANISH, ...UNDECIDED].includes(stateOf(before) ?? '') &&
      isOwnRead(exchange, ledger)
    )
  })
}

const isOwnRead = (exchange: Exchange, ledger: Ledger): boolean =>
  exchange.operation === 'status' && exchange.answer !== undefined && isAuthorized(exchange, ledger)

/** Judges a read of a quote that was read before. A temporary refusal says nothing against it. */
export function isServed(read: Exchange): Verdict {
  const { answer } = read
  return answer === undefined ||
    answer.status < 400 ||
    answer.status > 499 ||
    TEMPORARY.includes(answer.status)
    ? passed()
    : failed(finding(read, 'the quote, which was read before', describe(answer), 'status'))
}
