import type { JsonSchema } from '../../spec/index.ts'
import { accepts } from './accepts.ts'
import type { Expected } from './expected.ts'
import { fits, samplesOf } from './samples.ts'
import { textsLike } from './texts-like.ts'

/** Compares the values that a file accepts with those that the specification allows for one scalar field. */
export interface Overlap {
  /**
   * `all`: the file accepts every valid value. `some`: it refuses some. `none`: it accepts no valid value. `unread`: unknown.
   */
  readonly kind: 'all' | 'some' | 'none' | 'unread'
  /** Valid values that the file accepts. */
  readonly taken: readonly unknown[]
}

/** Compares an expectation with a field's schema. */
export function overlap(expected: Expected, schema: JsonSchema): Overlap {
  const { rules } = expected
  if (rules.some((rule) => rule.kind === 'regex' && rule.regex === undefined))
    return { kind: 'unread', taken: [] }
  const samples = samplesOf(schema)
  const whole = samples.filter((value) => accepts(expected, value, 'whole'))
  if (whole.length === samples.length && samples.length > 0) return { kind: 'all', taken: samples }
  const own = ownValues(expected).filter((value) => accepts(expected, value, 'whole') && fits(schema, value))
  if (whole.length > 0 || own.length > 0) return { kind: 'some', taken: [...whole, ...own] }
  // Tools that search for the pattern accept more than those that match the whole text. The example shows which one is meant.
  const found = samples.filter((value) => accepts(expected, value, 'search'))
  return found.length > 0 && fits(schema, expected.example)
    ? { kind: 'some', taken: found }
    : { kind: 'none', taken: [] }
}

/** Values that the file itself accepts: its example, and texts generated from its pattern. */
function ownValues({ example, rules }: Expected): readonly unknown[] {
  const made = rules.flatMap((rule) =>
    rule.kind === 'regex' && rule.regex !== undefined ? textsLike(rule.regex) : [],
  )
  return [example, ...made]
}
