import { plainText } from '../../../conformance/json/plain-text.ts'
import type { Claim, Facts } from '../../../conformance/scenario.ts'
import { all, cannotTell, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { historiesOf } from '../ledger/history.ts'
import { isComparable, type Rated, RETENTION, ratesIn, retentions } from '../ledger/rates.ts'
import { claim, type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, show } from '../vocabulary/judge/json.ts'
import { recordOf } from '../vocabulary/quotes/record.ts'
import { namesAmount, READS_FOR_A_NOTE } from '../vocabulary/submissions/raise-note.ts'

/** Standing claims on retentions that were raised to the minimum (8, R9). */
export const raiseClaims: readonly PlatformStandingClaim[] = [
  standing('retention-below-minimum-is-raised', raisesStay),
]

/**
 * Makes the claim that a `message` explains each raise. It is for scenarios whose retentions are below the minimum. Elsewhere a
 * raise may be a step of the tariff (R9).
 */
export const raiseIsExplained = <T>(): Claim<T, Spec> =>
  claim('retention-raised-message', (_trace, facts) => raisesAreExplained(facts))

/** Judges that at least one record of each quote with a raised retention names the rated amount. Which record it is is open. */
export function raisesAreExplained({ exchanges, spec }: Pick<Facts<Spec>, 'exchanges' | 'spec'>): Verdict {
  const verdicts = historiesOf(exchanges).flatMap((history): Verdict[] => {
    const rates = ratesIn(history.exchanges).filter(
      (rate) => spec.lifecycle.rated.includes(plainText(rate.record.quote_status)) && isRaised(rate),
    )
    const last = rates.at(-1)
    if (last === undefined) return []
    const messages = history.exchanges.flatMap((exchange) => recordOf(exchange)?.message ?? [])
    const isNamed = rates.some((rate) =>
      messages.some(
        (message) => typeof message === 'string' && namesAmount(message, retentions(rate)?.rated ?? 0),
      ),
    )
    if (isNamed) return [passed()]
    // Only some of the records may have the note, so several must be read before it counts as missing.
    const reads = rates.filter(({ exchange }) => exchange.operation === 'status')
    return reads.length >= READS_FOR_A_NOTE ? [failed(unexplained(last, messages.at(-1)))] : []
  })
  return verdicts.length === 0
    ? cannotTell('no quote with a raised retention was read often enough')
    : all(verdicts)
}

/** Judges that a raised retention stays raised: nothing brings the submitted one back. */
function raisesStay(facts: Facts<Spec>): Verdict | undefined {
  const verdicts = historiesOf(facts.exchanges).flatMap((history) => {
    const rates = ratesIn(history.exchanges)
      .filter(({ record }) => facts.spec.lifecycle.rated.includes(plainText(record.quote_status)))
      .filter(isComparable(facts))
    const first = rates.findIndex(isRaised)
    return first === -1 ? [] : rates.slice(first + 1).flatMap((rate) => staysRaised(rate) ?? [])
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/** Fails for a retention that is no longer raised. Undefined where it still is: other claims judge the raise itself. */
function staysRaised(rate: Rated): Verdict | undefined {
  const amounts = retentions(rate)
  if (amounts === undefined || amounts.rated > amounts.submitted) return undefined
  const expected = `more than the submitted ${amounts.submitted}, as rated before`
  return failed(finding(rate.exchange, expected, show(at(rate.record, RETENTION)), `/data${RETENTION}`))
}

function isRaised(rate: Rated): boolean {
  const amounts = retentions(rate)
  return amounts !== undefined && amounts.rated > amounts.submitted
}

function unexplained(rate: Rated, message: unknown): Finding {
  const { rated, submitted } = retentions(rate) ?? {}
  const expected = `a message that names the rated retention of ${rated}, since ${submitted} was submitted`
  return finding(rate.exchange, expected, show(message), '/data/message')
}
