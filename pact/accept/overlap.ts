import type { JsonSchema } from '../../spec/index.ts'
import { accepts } from './accepts.ts'
import type { Expected } from './expected.ts'
import { fits, samplesOf } from './samples.ts'
import { textsLike } from './texts-like.ts'

/** How the values that a file takes lie to those that the specification allows for one scalar field. */
export interface Overlap {
  /** `all`: it takes every right value. `some`: it refuses some. `none`: no right value is taken. `unread`: it cannot be told. */
  readonly kind: 'all' | 'some' | 'none' | 'unread'
  /** Right values that it takes. */
  readonly taken: readonly unknown[]
}

/** Holds an expectation against a field's schema. */
export function overlap(expected: Expected, schema: JsonSchema): Overlap {
  const { rules } = expected
  if (rules.some((rule) => rule.kind === 'regex' && rule.regex === undefined))
    return { kind: 'unread', taken: [] }
  const samples = samplesOf(schema)
  const whole = samples.filter((value) => accepts(expected, value, 'whole'))
  if (whole.length === samples.length && samples.length > 0) return { kind: 'all', taken: samples }
  const own = ownValues(expected).filter((value) => accepts(expected, value, 'whole') && fits(schema, value))
  if (whole.length > 0 || own.length > 0) return { kind: 'some', taken: [...whole, ...own] }
  // Tools that search for the pattern take more than those that match the whole text. The example says what was meant.
  const found = samples.filter((value) => accepts(expected, value, 'search'))
  return found.length > 0 && fits(schema, expected.example)
    ? { kind: 'some', taken: found }
    : { kind: 'none', taken: [] }
}

/** Values that the file itself would take: its example, and texts made of its pattern. */
function ownValues({ example, rules }: Expected): readonly unknown[] {
  const made = rules.flatMap((rule) =>
    rule.kind === 'regex' && rule.regex !== undefined ? textsLike(rule.regex) : [],
  )
  return [example, ...made]
}
