import { type Exchange, header, type Operation } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { describe, finding, isPutOff, mediaTypeIs, mediaTypeOf } from '../vocabulary/judge/answer.ts'
import { isObject, jsonOf } from '../vocabulary/judge/json.ts'

const JSON_OPERATIONS: readonly Operation[] = ['submit', 'status', 'update', 'bind']
const QUOTE_OPERATIONS: readonly Operation[] = [
  ...JSON_OPERATIONS,
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
]

/** Most values that an observation shows: nobody reads more. */
const MOST_SHOWN = 100

/** Observes a target's answers where nothing is stated (7.rule.3, 7.rule.4, 8, 9). */
export const answerObservations: readonly PlatformStandingClaim[] = [
  standing('observe-401-body', (facts) => shapes(facts, QUOTE_OPERATIONS, 401)),
  standing('observe-404-body', (facts) => shapes(facts, JSON_OPERATIONS, 404)),
  standing('observe-500-body', (facts) => shapes(facts, JSON_OPERATIONS, 500)),
  standing('observe-401-challenge', ({ exchanges }) =>
    names(
      'challenges of a 401:',
      exchanges.flatMap(({ operation, answer }) =>
        QUOTE_OPERATIONS.includes(operation) && answer?.status === 401
          ? [header(answer, 'www-authenticate')?.split(' ')[0] ?? 'none']
          : [],
      ),
    ),
  ),
  standing('observe-policy-preview-code', ({ exchanges }) =>
    names(
      'code of a policy preview that is there:',
      exchanges.flatMap(({ operation, answer }) =>
        operation === 'policy-preview' && answer !== undefined && answer.status < 300
          ? [String(answer.status)]
          : [],
      ),
    ),
  ),
  standing('observe-policy-preview-refusal', ({ exchanges }) =>
    names('refused policy previews:', wordings(exchanges, 'policy-preview', 400, 404, 409)),
  ),
  standing('quote-proposal-409-wording', ({ exchanges }) =>
    names('409:', wordings(exchanges, 'quote-proposal', 409)),
  ),
  standing('quote-proposal-404-wording', ({ exchanges }) =>
    names('404:', wordings(exchanges, 'quote-proposal', 404)),
  ),
  standing('observe-status-codes', (facts) => codes(facts)),
  standing('observe-409-beyond-the-proposal', ({ exchanges }) => {
    const where = exchanges.filter(
      ({ operation, answer }) =>
        operation !== 'quote-proposal' && operation !== 'operator' && answer?.status === 409,
    )
    return names(
      '409 of',
      where.map(({ operation }) => operation),
    )
  }),
  standing('observe-error-codes', ({ exchanges }) =>
    names(
      'members of error:',
      exchanges.flatMap((exchange) => membersOf(exchange, 'error', ['message'])),
    ),
  ),
  standing('observe-envelope-extra-fields', ({ exchanges }) =>
    names(
      'members beside status, data and error:',
      exchanges.flatMap((exchange) => membersOf(exchange, '', ['status', 'data', 'error'])),
    ),
  ),
  standing('observe-rate-limits', ({ exchanges }) =>
    names('signs of a limit:', [
      ...headersLike(exchanges, /rate-?limit|retry-after/),
      ...exchanges.flatMap(({ answer }) => (answer?.status === 429 ? ['429'] : [])),
    ]),
  ),
  standing('observe-version-in-headers', ({ exchanges }) =>
    names('headers:', headersLike(exchanges, /version/)),
  ),
  standing('observe-deprecation-headers', ({ exchanges }) =>
    names('headers:', headersLike(exchanges, /^(deprecation|sunset)$/)),
  ),
  standing('quote-proposal-500-is-plain-text', ({ exchanges }) => {
    // Without a 500 there is no verdict: the platform did not show its form.
    const broken = exchanges.filter(
      ({ operation, answer }) => operation === 'quote-proposal' && answer?.status === 500,
    )
    return broken.length === 0 ? undefined : all(broken.map((one) => mediaTypeIs(one, 'text/plain')))
  }),
  relying(['operator'], standing('no-internal-error', noInternalError)),
]

function noInternalError({ exchanges }: Facts<Spec>): Verdict | undefined {
  // An operator may let requests fail, to see what clients make of it.
  if (exchanges.some(({ action }) => action?.name === 'fail_requests')) return undefined
  const asked = exchanges.filter(({ operation }) => operation !== 'operator' && operation !== 'other')
  const broken = asked.filter(
    ({ answer }) => answer !== undefined && answer.status >= 500 && !isPutOff(answer),
  )
  if (asked.length === 0) return undefined
  return broken.length === 0
    ? passed()
    : failed(
        ...broken.map((exchange) => finding(exchange, 'a status below 500', describeOf(exchange), 'status')),
      )
}

function wordings(
  exchanges: readonly Exchange[],
  operation: Operation,
  ...codes: readonly number[]
): string[] {
  return exchanges.flatMap((exchange) =>
    exchange.operation === operation &&
    exchange.answer !== undefined &&
    codes.includes(exchange.answer.status)
      ? [describe(exchange.answer)]
      : [],
  )
}

const describeOf = ({ answer }: Exchange): string => (answer === undefined ? 'no answer' : describe(answer))

/** Makes one observation of the distinct values; it says "none" when there are no values. */
function names(label: string, values: readonly string[]): Verdict {
  const distinct = [...new Set(values)].sort()
  const more = distinct.length > MOST_SHOWN ? [`and ${distinct.length - MOST_SHOWN} more`] : []
  const shown = [...distinct.slice(0, MOST_SHOWN), ...more]
  return observed(distinct.length === 0 ? `${label} none` : `${label} ${shown.join(', ')}`)
}

function shapes({ exchanges }: Facts<Spec>, operations: readonly Operation[], status: number): Verdict {
  const seen = exchanges.flatMap(({ operation, answer, ...rest }) => {
    if (answer?.status !== status || !operations.includes(operation)) return []
    const body = jsonOf({ operation, answer, ...rest })
    const members = isObject(body) ? ` {${Object.keys(body).sort().join(', ')}}` : ''
    return [answer.body.size === 0 ? 'empty' : `${mediaTypeOf(answer) ?? 'untyped'}${members}`]
  })
  return names(`${status}:`, seen)
}

const LISTED = [200, 202, 400, 401, 404, 409, 500]

function codes({ exchanges }: Facts<Spec>): Verdict {
  return names(
    'codes beyond the listed ones:',
    exchanges.flatMap(({ operation, answer }) =>
      answer !== undefined && QUOTE_OPERATIONS.includes(operation) && !LISTED.includes(answer.status)
        ? [`${answer.status} of ${operation}`]
        : [],
    ),
  )
}

function membersOf(exchange: Exchange, member: string, known: readonly string[]): string[] {
  if (!JSON_OPERATIONS.includes(exchange.operation)) return []
  const body = jsonOf(exchange)
  const value = member === '' ? body : isObject(body) ? body[member] : undefined
  return isObject(value) ? Object.keys(value).filter((name) => !known.includes(name)) : []
}

function headersLike(exchanges: readonly Exchange[], pattern: RegExp): string[] {
  return exchanges.flatMap(({ operation, answer }) =>
    operation === 'operator'
      ? []
      : (answer?.headers ?? []).flatMap(([name]) => (pattern.test(name) ? [name] : [])),
  )
}
