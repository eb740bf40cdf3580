import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../context.ts'
import { finding } from '../judge/answer.ts'
import { at, isObject, type JsonObject, show } from '../judge/json.ts'
import { recordOf } from '../quotes/record.ts'
import { NEGATIVE_AMOUNTS } from '../submit/open.ts'

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
    // Nothing says how money below zero is written, nor that it is taken at all (R2).
    if (record === undefined || exchange.id.startsWith(NEGATIVE_AMOUNTS)) return []
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
    if (findings.length > 0 && isBelowZero(value) && asksForLess(record.quote_id, exchanges)) return []
    return [findings.length === 0 ? passed() : failed(...findings)]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const isBelowZero = (value: unknown): boolean => typeof value === 'string' && /^[($]*[-\u2212(]/.test(value)

const AMOUNTS = ['revenue', 'agg_limit', 'retention'] as const

/**
 * Whether a quote was made of an amount below zero. It need not be taken (R2), and where it is, nothing says how what comes of
 * it is written.
 */
function asksForLess(quoteId: unknown, exchanges: readonly Exchange[]): boolean {
  return exchanges.some((exchange) => {
    if (exchange.operation !== 'submit' || recordOf(exchange)?.quote_id !== quoteId) return false
    const sent = parsedOf(exchange.request.body)
    return AMOUNTS.some((name) => Number(String(sent?.[name]).replace(/[$,\s]/g, '')) < 0)
  })
}

function parsedOf(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

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
