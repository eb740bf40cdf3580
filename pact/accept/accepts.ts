import { isDeepStrictEqual } from 'node:util'
import type { Rule } from '../model.ts'
import { datePattern } from '../read/date-format.ts'
import type { Expected } from './expected.ts'

/** How a regular expression is applied, which differs between tools. */
export type Reach = 'search' | 'whole'

/**
 * Says whether a Pact tool accepts a value where a file has an expectation.
 * @param value no object and no array
 * @param reach `whole`: a pattern without anchors must match the whole text
 */
export function accepts(expected: Expected, value: unknown, reach: Reach = 'search'): boolean {
  const { example, rules, combine } = expected
  if (rules.length === 0) return isDeepStrictEqual(example, value)
  const takes = (rule: Rule) => ruleTakes(rule, example, value, reach)
  return combine === 'or' ? rules.some(takes) : rules.every(takes)
}

/** Kind of a JSON value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function ruleTakes(rule: Rule, example: unknown, value: unknown, reach: Reach): boolean {
  switch (rule.kind) {
    case 'equality':
      return isDeepStrictEqual(example, value)
    case 'type':
      return kindOf(example) === kindOf(value)
    case 'regex':
      return kindOf(example) === kindOf(value) && matches(rule.regex, String(value), reach)
    case 'include':
      return String(value).includes(rule.value)
    case 'integer':
      return Number.isInteger(value)
    case 'decimal':
      return typeof value === 'number' && !Number.isInteger(value)
    case 'number':
    case 'boolean':
    case 'null':
      return kindOf(value) === rule.kind
    case 'time':
      return typeof value === 'string' && timePattern(rule).test(value)
    case 'notEmpty':
      return value !== '' && value !== null
    case 'semver':
      return typeof value === 'string' && /^\d+\.\d+\.\d+([-+].*)?$/.test(value)
    default:
      return true
  }
}

function matches(regex: RegExp | undefined, text: string, reach: Reach): boolean {
  if (regex === undefined) return true
  if (reach === 'search' || isAnchored(regex)) return regex.test(text)
  return new RegExp(`^(?:${regex.source})$`, regex.flags).test(text)
}

/** Says whether a pattern has an anchor of its own at the beginning or the end. */
export const isAnchored = ({ source }: RegExp): boolean => source.startsWith('^') || source.endsWith('$')

const ISO: Readonly<Record<'date' | 'time' | 'datetime', RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^T?\d{2}:\d{2}(:\d{2})?/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/,
}

function timePattern({ format, of }: Rule & { readonly kind: 'time' }): RegExp {
  return format === undefined ? ISO[of] : datePattern(format)
}
