import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import type { PlainRule, Rule } from '../model.ts'

const PLAIN: Readonly<Record<string, PlainRule>> = {
  equality: 'equality',
  equal: 'equality',
  equalto: 'equality',
  integer: 'integer',
  decimal: 'decimal',
  real: 'decimal',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  values: 'values',
  notempty: 'notEmpty',
  semver: 'semver',
}

const STATUS_CLASSES: Readonly<Record<string, (status: number) => boolean>> = {
  info: (status) => status < 200,
  information: (status) => status < 200,
  success: (status) => status >= 200 && status < 300,
  redirect: (status) => status >= 300 && status < 400,
  clientError: (status) => status >= 400 && status < 500,
  serverError: (status) => status >= 500,
  nonError: (status) => status < 400,
  error: (status) => status >= 400,
}

/** The allowed words of `match`, as the Pact specification writes them. */
export const KNOWN_MATCHERS =
  'type, regex, equality, include, integer, decimal, number, boolean, null, date, time, timestamp, datetime, min, max, ' +
  'values, arrayContains, eachKey, eachValue, contentType, statusCode, notEmpty, semver'

/**
 * Reads a matching rule of any format version.
 * @returns undefined when the rule is unknown
 */
export function ruleOf(raw: unknown): Rule | undefined {
  if (!isObject(raw)) return undefined
  const word = matchWord(raw)
  const plain = PLAIN[word]
  if (plain !== undefined) return { kind: plain }
  switch (word) {
    case 'type':
    case 'min':
    case 'max':
    case 'mintype':
    case 'maxtype':
    case 'minmaxtype':
      return {
        kind: 'type',
        ...(typeof raw.min === 'number' && { min: raw.min }),
        ...(typeof raw.max === 'number' && { max: raw.max }),
      }
    case 'regex':
      return { kind: 'regex', source: String(raw.regex ?? raw.value ?? '') }
    case 'include':
      return { kind: 'include', value: String(raw.value ?? raw.include ?? '') }
    case 'date':
    case 'time':
    case 'timestamp':
    case 'datetime': {
      const format = raw.format ?? raw[word]
      return {
        kind: 'time',
        of: word === 'timestamp' ? 'datetime' : word,
        format: typeof format === 'string' && format !== '' ? format : undefined,
      }
    }
    case 'contenttype':
      return { kind: 'contentType', value: String(raw.value ?? '') }
    case 'statuscode':
      return statusRule(raw.status)
    case 'arraycontains':
      return { kind: 'arrayContains' }
    case 'eachkey':
      return each('eachKey', raw)
    case 'eachvalue':
      return each('eachValue', raw)
    default:
      return undefined
  }
}

/** The kind of matching, in lower case and without dashes. Older files show it only by the rule's parameter. */
function matchWord(raw: JsonObject): string {
  if (typeof raw.match === 'string') return raw.match.replaceAll('-', '').toLowerCase()
  const named = ['regex', 'timestamp', 'datetime', 'date', 'time', 'min', 'max'].find((key) => key in raw)
  return named ?? ''
}

function each(kind: 'eachKey' | 'eachValue', raw: JsonObject): Rule | undefined {
  const rules = (Array.isArray(raw.rules) ? raw.rules : []).map(ruleOf)
  return rules.includes(undefined) ? undefined : { kind, rules: rules.filter((rule) => rule !== undefined) }
}

function statusRule(status: unknown): Rule | undefined {
  if (Array.isArray(status))
    return { kind: 'statusCode', word: status.join(', '), statuses: (code) => status.includes(code) }
  const statuses = STATUS_CLASSES[String(status)]
  return statuses === undefined ? undefined : { kind: 'statusCode', word: String(status), statuses }
}
