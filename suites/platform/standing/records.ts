import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../context.ts'
import { finding } from '../judge/answer.ts'
import { at, isObject, show } from '../judge/json.ts'
import { quoteIdOf, recordOf } from '../quotes/record.ts'
import { belowZero } from './history.ts'

/**
 * One claim for each field of the quote record (2.3): wherever a record is seen, the field has the published type and format,
 * and is there when the state demands it (R7).
 */
export function recordClaims(spec: Spec): PlatformStandingClaim[] {
  return spec.requirements
    .filter(({ field, excluded, awaits }) => field?.schema === 'QuoteRecord' && !excluded && !awaits)
    .map(({ id, field }) => standing(id, (facts) => fieldHolds(facts, field?.pointer ?? '')))
}

function fieldHolds({ exchanges, spec }: Facts<Spec>, pointer: string): Verdict | undefined {
  const verdicts = exchanges.flatMap((exchange): Verdict[] => {
    const record = recordOf(exchange)
    if (record === undefined) return []
    const value = at(record, pointer)
    if (value === undefined) {
      return isWanted(spec, pointer, record)
        ? [failed(finding(exchange, 'the field', 'no such field', `/data${pointer}`))]
        : []
    }
    const findings: Finding[] = spec
      .validate('QuoteRecord', pointer, value)
      .map(({ message, pointer: below }) =>
        finding(exchange, message, show(at(value, below)), `/data${pointer}${below}`),
      )
    // Nothing says how money below zero is written, nor that it is taken at all (R2).
    const isOpen = findings.length > 0 && isBelowZero(value) && belowZero(exchanges).has(quoteIdOf(exchange))
    return isOpen ? [] : [findings.length === 0 ? passed() : failed(...findings)]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const isBelowZero = (value: unknown): boolean => typeof value === 'string' && /[-\u2212(]/.test(value)

/** A field is wanted when it and everything above it is required; the rated parts only in the states that have a rate. */
function isWanted(spec: Spec, pointer: string, record: Readonly<Record<string, unknown>>): boolean {
  const [top = '', ...below] = pointer.slice(1).split('/')
  const rated = spec.lifecycle.rated.includes(String(record.quote_status))
  const always = spec.property('QuoteRecord', `/${top}`).required
  const ratedPart = spec.ratedParts.includes(top)
  if (!always && !(ratedPart && rated) && !isObject(record[top])) return false
  // A part that is there although nothing demands it yet need not be complete before the quote is rated.
  if (!always && !rated) return false
  return below.every(
    (_, depth) => spec.property('QuoteRecord', `/${[top, ...below.slice(0, depth + 1)].join('/')}`).required,
  )
}
