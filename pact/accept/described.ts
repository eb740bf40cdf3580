import type { JsonSchema } from '../../spec/index.ts'
import type { Rule } from '../model.ts'
import { jsonKindOf } from './accepts.ts'
import type { Expected } from './expected.ts'
import { samplesOf } from './samples.ts'

const LONGEST = 60

/** The text of a value in findings. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text
}

/** The values that a file accepts, in words. */
export function wanted(expected: Expected): string {
  const { example, rules, combine } = expected
  if (rules.length === 0) return `exactly ${shownValue(example)}`
  return rules.map((rule) => ruleText(rule, example)).join(combine === 'or' ? ' or ' : ' and ')
}

function ruleText(rule: Rule, example: unknown): string {
  switch (rule.kind) {
    case 'equality':
      return `exactly ${shownValue(example)}`
    case 'type': {
      const bounds = [
        ...(rule.min === undefined ? [] : [`at least ${rule.min}`]),
        ...(rule.max === undefined ? [] : [`at most ${rule.max}`]),
      ]
      return [`any ${jsonKindOf(example)}`, ...bounds].join(', ')
    }
    case 'regex':
      return `a text like /${rule.source}/`
    case 'include':
      return `a text with ${shownValue(rule.value)}`
    case 'time':
      return `a ${rule.of}${rule.format === undefined ? '' : ` like ${rule.format}`}`
    case 'contentType':
      return `content of type ${rule.value}`
    case 'statusCode':
      return `a status of the kind ${rule.word}`
    default:
      return rule.kind
  }
}

/** The specified values of a field, in words. */
export function specifiedAs(schema: JsonSchema): string {
  if ('const' in schema) return shownValue(schema.const)
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'object' || schema.properties !== undefined || schema.allOf !== undefined)
    return 'an object'
  if (schema.type === 'array') return 'an array'
  if (schema.type !== 'string') return `a ${String(schema.type)}`
  const free = schema.pattern === undefined && schema.format === undefined
  return free ? 'a string' : `a string such as ${samplesOf(schema).slice(0, 2).map(shownValue).join(', ')}`
}
