import type { Exchange } from '../../../../conformance/exchange.ts'
import { cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { OPERATIONS, type QuoteOperation } from './api.ts'

/** An operation whose path holds the id of a quote. */
export type IdOperation = Exclude<QuoteOperation, 'submit'>
export const ID_OPERATIONS = OPERATIONS.filter(
  (operation): operation is IdOperation => operation !== 'submit',
)

/** UUID versions that all libraries know (RFC 4122). The version of quote ids is not stated, so all are valid. */
export const VERSIONS = [4, 1, 5] as const

/** Makes a uuid that no quote has, from a number that is unique in the run. */
export function uuidOfNoQuote(unique: number, version: (typeof VERSIONS)[number] = 4): string {
  const digits = unique.toString(16).padStart(12, '0')
  return `5e7c0ff3-${digits.slice(0, 4)}-${version}d1a-9c3b-${digits}`
}

/** Lets a verdict pass only if the target checks ids: one that refuses everything proves nothing. */
export function ifIdsAreChecked({ answer }: Exchange, verdict: Verdict): Verdict {
  return verdict.kind !== 'passed' || answer?.status === 404
    ? verdict
    : cutOff('the status of an unknown quote was not answered with 404')
}
