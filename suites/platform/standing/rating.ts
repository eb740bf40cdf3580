import type { Exchange } from '../../../conformance/exchange.ts'
import { plainText } from '../../../conformance/json/plain-text.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Finding, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, isObject, type JsonObject, sentJsonOf, show } from '../vocabulary/judge/json.ts'
import { amountOf, type Recorded, recordOf } from '../vocabulary/quotes/record.ts'
import { historiesOf } from './history.ts'

/** A record that shows a rate, beside what was submitted for it. */
interface Rated extends Recorded {
  readonly submission: JsonObject
}

/** Claims on a rate that follow from the submission (R9), wherever a rated record is seen. */
export const ratingClaims: readonly PlatformStandingClaim[] = [
  standing('retention-not-lowered', forEachRate(retentionNotLowered)),
  standing('retention-below-minimum-is-raised', raisesStay),
  standing('retention-raised-message', raisesAreExplained),
  standing('effective-date-as-submitted', forEachRate(effectiveDateKept)),
  standing('agg-limit-as-submitted', forEachRate(aggregateLimitKept)),
  standing('term-length', forEachRate(termLength)),
]

/**
 * Requirements about a rate. A platform may treat a submission as it likes where it need not even accept it (R2).
 * So scenarios that send such ones are exempt.
 */
export const RATE_REQUIREMENTS: readonly string[] = ratingClaims.map(({ requirement }) => requirement)

function forEachRate(judge: (rated: Rated) => Verdict | undefined) {
  return (facts: Facts<Spec>): Verdict | undefined => {
    const verdicts = ratesIn(facts.exchanges)
      .filter(({ record }) => facts.spec.lifecycle.rated.includes(plainText(record.quote_status)))
      .flatMap((rated) => judge(rated) ?? [])
    return verdicts.length === 0 ? undefined : all(verdicts)
  }
}

/** Everything that carries the terms of a policy, with what was submitted for it. */
const ratesIn = onceFor((exchanges: readonly Exchange[]): readonly Rated[] =>
  historiesOf(exchanges).flatMap((history) => {
    const submission = sentWith(history.exchanges)
    if (submission === undefined) return []
    return history.exchanges.flatMap((exchange) => {
      const record = recordOf(exchange)
      return isObject(record?.policy_term) ? [{ exchange, record, submission }] : []
    })
  }),
)

function sentWith(exchanges: readonly Exchange[]): JsonObject | undefined {
  const submit = exchanges.find(({ operation }) => operation === 'submit')
  const submission = submit && sentJsonOf(submit)
  return isObject(submission) ? submission : undefined
}

const RETENTION = '/policy_term/retention'
const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/

/** An amount in one of the two forms that mean the same beyond doubt: a number, or a plain string of digits (R3). */
function plainAmountOf(value: unknown): number | undefined {
  return typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value) ? undefined : amountOf(value)
}

function retentions({ record, submission }: Rated): { rated: number; submitted: number } | undefined {
  const rated = amountOf(at(record, RETENTION))
  const submitted = plainAmountOf(submission.retention)
  return rated === undefined || submitted === undefined ? undefined : { rated, submitted }
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

/** At least one record of a quote whose retention was raised names the rated amount; on which others it stands is open. */
function raisesAreExplained({ exchanges, spec }: Facts<Spec>): Verdict | undefined {
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
    // The note may stand on the answer to the submission or on a later read: both have to be seen.
    const isWhole = rates.some(({ exchange }) => exchange.operation === 'status')
    return isWhole ? [failed(unexplained(last, messages.at(-1)))] : []
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/** A retention that was raised is rated so from then on: nothing that happens to the quote brings the submitted one back. */
function raisesStay({ exchanges, spec }: Facts<Spec>): Verdict | undefined {
  const verdicts = historiesOf(exchanges).flatMap((history) => {
    const rates = ratesIn(history.exchanges).filter(({ record }) =>
      spec.lifecycle.rated.includes(plainText(record.quote_status)),
    )
    const first = rates.findIndex(isRaised)
    return first === -1 ? [] : rates.slice(first + 1).flatMap((rate) => staysRaised(rate) ?? [])
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/** Finds a retention that is no longer raised. That it was raised at all is for others to say. */
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

/** Looks for an amount in a sentence, however its thousands and decimals are set apart. */
export function namesAmount(message: string, amount: number): boolean {
  const words = message.match(/\d[\d.,'’]*k?/gi) ?? []
  const groups = message.match(/\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:[.,]\d{2})?/g) ?? []
  return [...words, ...groups].some((text) => readings(text).includes(amount))
}

function readings(text: string): number[] {
  const thousand = /k$/i.test(text) ? 1000 : 1
  const plain = text.replace(/[.,'’]*k?$/i, '').replace(/['’\s\u00a0\u202f]/g, '')
  const cents = /^(.*)[.,](\d{2})$/.exec(plain)
  const digits = (part: string) => Number(part.replace(/[.,]/g, ''))
  const values = cents === null ? [] : [digits(cents[1] ?? '') + Number(cents[2]) / 100]
  return [...values, digits(plain), Number(plain.replaceAll(',', ''))].map((value) => value * thousand)
}

/** Holds the first day of a rated term to the submitted one; undefined where either cannot be read (R9). */
export function effectiveDateKept({ exchange, record, submission }: Rated): Verdict | undefined {
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
  return rated === submitted
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
