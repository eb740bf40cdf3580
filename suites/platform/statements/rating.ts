import { plainText } from '../../../conformance/json/plain-text.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isComparable, plainAmountOf, type Rated, RETENTION, ratesIn, retentions } from '../ledger/rates.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, show } from '../vocabulary/judge/json.ts'
import { amountOf } from '../vocabulary/quotes/record.ts'
import { raiseClaims } from './raises.ts'

/** Standing claims that compare the rate with the submission (R9). */
export const ratingClaims: readonly PlatformStandingClaim[] = [
  standing('retention-not-lowered', forEachRate(retentionNotLowered)),
  ...raiseClaims,
  standing('effective-date-as-submitted', forEachRate(effectiveDateKept)),
  standing('agg-limit-as-submitted', forEachRate(aggregateLimitKept)),
  standing('term-length', forEachRate(termLength)),
]

/**
 * Requirements about a rate. Scenarios that send debatable submissions are exempt from them: a platform need not
 * even accept those (R2), so it may rate them as it likes.
 */
export const RATE_REQUIREMENTS: readonly string[] = ratingClaims.map(({ requirement }) => requirement)

function forEachRate(judge: (rated: Rated) => Verdict | undefined) {
  return (facts: Facts<Spec>): Verdict | undefined => {
    const verdicts = ratesIn(facts.exchanges)
      .filter(({ record }) => facts.spec.lifecycle.rated.includes(plainText(record.quote_status)))
      .filter(isComparable(facts))
      .flatMap((rated) => judge(rated) ?? [])
    return verdicts.length === 0 ? undefined : all(verdicts)
  }
}

function retentionNotLowered(rate: Rated): Verdict | undefined {
  const amounts = retentions(rate)
  if (amounts === undefined) return undefined
  return amounts.rated >= amounts.submitted
    ? passed()
    : failed(
        finding(
          rate.exchange,
          `at least the submitted ${amounts.submitted}`,
          show(at(rate.record, RETENTION)),
          `/data${RETENTION}`,
        ),
      )
}

/** A calendar day as a submission writes it. */
export const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Judges that the rated term begins on the submitted day; undefined where either cannot be read (R9). */
function effectiveDateKept({ exchange, record, submission }: Rated): Verdict | undefined {
  const pointer = '/policy_term/effective_date'
  const rated = at(record, pointer)
  if (rated === undefined || !PLAIN_DATE.test(String(submission.effective_date))) return undefined
  return rated === submission.effective_date
    ? passed()
    : failed(finding(exchange, show(submission.effective_date), show(rated), `/data${pointer}`))
}

function aggregateLimitKept({ exchange, record, submission }: Rated): Verdict | undefined {
  const pointer = '/policy_term/agg_limit'
  const rated = amountOf(at(record, pointer))
  const submitted = plainAmountOf(submission.agg_limit)
  if (rated === undefined || submitted === undefined) return undefined
  // Money has cents (R8), and the rounding of fractions of a cent is not stated.
  return Math.abs(rated - submitted) < 0.01
    ? passed()
    : failed(finding(exchange, `the submitted ${submitted}`, show(at(record, pointer)), `/data${pointer}`))
}

function termLength({ record }: Rated): Verdict | undefined {
  const start = Date.parse(plainText(at(record, '/policy_term/effective_date')))
  const end = Date.parse(plainText(at(record, '/policy_term/expiration_date')))
  return Number.isNaN(start) || Number.isNaN(end)
    ? undefined
    : observed(`the term is ${Math.round((end - start) / 86_400_000)} days long`)
}
