import type { Exchange } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import { at, isObject, type JsonObject, sentJsonOf } from '../vocabulary/judge/json.ts'
import { amountOf, type Recorded, recordOf } from '../vocabulary/quotes/record.ts'
import { historiesOf } from './history.ts'

/** A record with a rate, and the submission of its quote. */
export interface Rated extends Recorded {
  readonly submission: JsonObject
}

/** All records with a `policy_term`, each with the submission of its quote. */
export const ratesIn = onceFor((exchanges: readonly Exchange[]): readonly Rated[] =>
  historiesOf(exchanges).flatMap((history) => {
    const submission = submissionOf(history.exchanges)
    if (submission === undefined) return []
    return history.exchanges.flatMap((exchange) => {
      const record = recordOf(exchange)
      return isObject(record?.policy_term) ? [{ exchange, record, submission }] : []
    })
  }),
)

function submissionOf(exchanges: readonly Exchange[]): JsonObject | undefined {
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
