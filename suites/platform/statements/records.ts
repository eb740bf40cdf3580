import { plainText } from '../../../conformance/json/plain-text.ts'
import { stepsOf } from '../../../conformance/json/pointer.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { mayBeBelowZero } from '../ledger/history.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, isObject, type JsonObject, jsonTypeOf, show } from '../vocabulary/judge/json.ts'
import { quoteIdOf, recordsIn } from '../vocabulary/quotes/record.ts'

/**
 * Makes one claim for each field of the quote record (2.3). In every record the field has the published type and
 * format, and it is present where the state demands it (R7).
 */
export function recordClaims(spec: Spec): PlatformStandingClaim[] {
  return spec.requirements
    .filter(({ field, excluded }) => field?.schema === 'QuoteRecord' && !excluded)
    .map(({ id, field }) => {
      const pointer = field?.pointer ?? ''
      const demands = onceFor((rules: Spec) => demandsOf(rules, pointer))
      return standing(id, (facts) => fieldHolds(facts, pointer, demands(facts.spec)))
    })
}

/** Place that the causes of all these findings share. */
const PLACE = 'a field of the quote record'

/** Says whether a record that lacks a field must have it. */
type Demands = (record: JsonObject) => boolean

function fieldHolds(facts: Facts<Spec>, pointer: string, isWanted: Demands): Verdict | undefined {
  const { exchanges, spec } = facts
  const verdicts: Verdict[] = []
  for (const { exchange, record } of recordsIn(exchanges)) {
    const value = at(record, pointer)
    if (value !== undefined) {
      const findings: Finding[] = spec
        .validate('QuoteRecord', pointer, value)
        .map(({ wanted, pointer: below }) => ({
          ...finding(exchange, wanted, show(at(value, below)), `/data${pointer}${below}`),
          cause: { observed: jsonTypeOf(at(value, below)), place: PLACE },
          form: true,
        }))
      // How negative money is written is not stated, nor that a negative amount is accepted at all (R2).
      const isOpen = findings.length > 0 && isBelowZero(value) && mayBeBelowZero(facts, quoteIdOf(exchange))
      if (!isOpen) verdicts.push(findings.length === 0 ? passed() : failed(...findings))
    } else if (isMisshapen(record, pointer)) {
      const part = partOf(pointer)
      verdicts.push(
        failed({
          ...finding(exchange, 'an object', show(record[part]), `/data/${part}`),
          cause: { observed: jsonTypeOf(record[part]), place: PLACE },
          form: true,
        }),
      )
    } else if (isWanted(record))
      verdicts.push(
        failed({
          ...finding(exchange, 'the field', 'no such field', `/data${pointer}`),
          cause: { place: PLACE },
        }),
      )
  }
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const partOf = (pointer: string): string => stepsOf(pointer)[0] ?? ''

/** Says whether the part of a record that a field belongs to is there and no object. PHP makes a list of an empty object. */
function isMisshapen(record: JsonObject, pointer: string): boolean {
  const part = record[partOf(pointer)]
  return stepsOf(pointer).length > 1 && part !== undefined && part !== null && !isObject(part)
}

const isBelowZero = (value: unknown): boolean => typeof value === 'string' && /[-\u2212(]/.test(value)

/** Makes the rule for a field: wanted when it and all its parents are required; rated parts only in rated states. */
function demandsOf(spec: Spec, pointer: string): Demands {
  const [top = '', ...below] = pointer.slice(1).split('/')
  const isRequired = (path: readonly string[]) => spec.property('QuoteRecord', `/${path.join('/')}`).required
  const always = isRequired([top])
  const inside = below.every((_, depth) => isRequired([top, ...below.slice(0, depth + 1)]))
  return (record) => {
    if (!inside) return false
    if (always) return true
    // A part that is present before it is demanded need not be complete until the quote is rated.
    const rated = spec.lifecycle.rated.includes(plainText(record.quote_status))
    return rated && (spec.ratedParts.includes(top) || isObject(record[top]))
  }
}
