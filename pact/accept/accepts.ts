import { isDeepStrictEqual } from 'node:util'
import type { Rule } from '../model.ts'
import { dateTokens, isOfJavaOnly } from '../read/date-format.ts'
import { fitsDateFormat } from './date-text.ts'
import type { Expected } from './expected.ts'
import { expressionOf, type Reach } from './expression.ts'

/**
 * Says whether a Pact tool accepts a value where a file has an expectation.
 * @param value no object and no array
 * @param reach `whole`: as the Pact library that verifies; `search`: as some tool of another language
 */
export function accepts(expected: Expected, value: unknown, reach: Reach = 'search'): boolean {
  const { example, rules, combine } = expected
  if (rules.length === 0) return isDeepStrictEqual(example, value)
  const takes = (rule: Rule) => ruleTakes(rule, example, value, reach)
  return combine === 'or' ? rules.some(takes) : rules.every(takes)
}

/** Kind of a JSON value. */
export function jsonKindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function ruleTakes(rule: Rule, example: unknown, value: unknown, reach: Reach): boolean {
  switch (rule.kind) {
    case 'equality':
      return isDeepStrictEqual(example, value)
    case 'type':
      return jsonKindOf(example) === jsonKindOf(value)
    case 'regex':
      return expressionOf(rule.source).matches(String(value), reach)
    case 'include':
      return String(value).includes(rule.value)
    case 'integer':
      return Number.isInteger(value)
    case 'decimal':
      return typeof value === 'number' && !Number.isInteger(value)
    case 'number':
    case 'boolean':
    case 'null':
      return jsonKindOf(value) === rule.kind
    case 'time':
      return typeof value === 'string' && isTime(rule, { example, value, reach })
    case 'notEmpty':
      return value !== '' && value !== null
    case 'semver':
      return typeof value === 'string' && /^\d+\.\d+\.\d+([-+].*)?$/.test(value)
    default:
      return true
  }
}

/** The formats that the library uses where a file names none. */
const DEFAULTS: Readonly<Record<'date' | 'time' | 'datetime', string>> = {
  date: 'yyyy-MM-dd',
  time: 'HH:mm:ss',
  datetime: "yyyy-MM-dd'T'HH:mm:ssXXX",
}

interface Asked {
  readonly example: unknown
  readonly value: string
  readonly reach: Reach
}

function isTime({ format, of }: Rule & { readonly kind: 'time' }, { example, value, reach }: Asked): boolean {
  if (fitsDateFormat(value, format ?? DEFAULTS[of])) return true
  if (reach === 'whole') return false
  // Tools differ in their default format. Of a format that only Java reads, its example is all that is known here.
  return format === undefined ? ISO[of].test(value) : isOfJavaOnly(format) && value === example
}

const ISO: Readonly<Record<'date' | 'time' | 'datetime', RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^T?\d{2}:\d{2}(:\d{2})?/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/,
}

/** Says whether no Pact tool can read an expression or a format of an expectation. */
export const isUnreadable = ({ rules }: Expected): boolean =>
  rules.some(
    (rule) =>
      (rule.kind === 'regex' && expressionOf(rule.source).readBy === 'nobody') ||
      (rule.kind === 'time' &&
        rule.format !== undefined &&
        dateTokens(rule.format) === undefined &&
        !isOfJavaOnly(rule.format)),
  )
