import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { at, isObject, type JsonObject, sentJsonOf } from '../vocabulary/judge/json.ts'
import { amountOf, type Recorded, recordOf } from '../vocabulary/quotes/record.ts'
import { historiesOf } from './history.ts'

/** A record with a rate, and the submission that its quote answers. */
export interface Rated extends Recorded {
  readonly submission: JsonObject
}

/**
 * All records with a `policy_term`, each with the submission of its quote. A platform may answer several submissions with one quote: then
 * the last one before the record counts.
 */
export const ratesIn = onceFor((exchanges: readonly Exchange[]): readonly Rated[] =>
  historiesOf(exchanges).flatMap((history) => {
    let submission: JsonObject | undefined
    return history.exchanges.flatMap((exchange) => {
      if (exchange.operation === 'submit') submission = submissionIn([exchange])
      const record = recordOf(exchange)
      return isObject(record?.policy_term) && submission !== undefined
        ? [{ exchange, record, submission }]
        : []
    })
  }),
)

const DAY_MS = 86_400_000
const AMOUNTS = ['revenue', 'agg_limit', 'retention'] as const

/**
 * Says whether the rate of a quote can be held against its submission. The suite knows which of its own submissions are debatable. In
 * a recording those are left out that a platform need not accept (R2): it may rate them as it likes.
 */
export const isComparable =
  (facts: Facts<Spec>) =>
  ({ submission, exchange: { startedAt } }: Pick<Rated, 'submission' | 'exchange'>): boolean =>
    !isRecorded(facts) || isBeyondDoubt(submission, facts.spec, startedAt)

function isBeyondDoubt(submission: JsonObject, spec: Spec, now: number): boolean {
  const known = spec.schema('Submission').properties ?? {}
  const date = Date.parse(String(submission.effective_date))
  return (
    Object.keys(submission).every((name) => Object.hasOwn(known, name)) &&
    AMOUNTS.every((name) => (plainAmountOf(submission[name]) ?? 0) > 0) &&
    date > now - DAY_MS &&
    date < now + 366 * DAY_MS &&
    spec.validate('Submission', '', submission).length === 0
  )
}

/** The submission of a quote among all exchanges about it; undefined where it is missing or no JSON object. */
export function submissionIn(exchanges: readonly Exchange[]): JsonObject | undefined {
  const submit = exchanges.find(({ operation }) => operation === 'submit')
  const submission = submit && sentJsonOf(submit)
  return isObject(submission) ? submission : undefined
}

export const RETENTION = '/policy_term/retention'
/** Parses an amount in one of the two stated forms: a number or a plain string of digits (R3). Other forms are ambiguous. */
export function plainAmountOf(value: unknown): number | undefined {
  return typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value) ? undefined : amountOf(value)
}

/** The rated and the submitted retention in dollars; undefined where one of them cannot be read. */
export function retentions({ record, submission }: Rated): { rated: number; submitted: number } | undefined {
  const rated = amountOf(at(record, RETENTION))
  const submitted = plainAmountOf(submission.retention)
  return rated === undefined || submitted === undefined ? undefined : { rated, submitted }
}
