import type { JsonSchema } from '../../spec/index.ts'
import { accepts } from './accepts.ts'
import type { Expected } from './expected.ts'
import { fits, samplesOf } from './samples.ts'
import { textsLike } from './texts-like.ts'

/** Compares the values that a file accepts with those that the specification allows for one scalar field. */
export interface Overlap {
  /**
   * `all`: the file accepts every valid value. `some`: it refuses some. `none`: it accepts no valid value. `elsewhere`: the Pact
   * library accepts none, and a tool of another language accepts some.
   */
  readonly kind: 'all' | 'some' | 'none' | 'elsewhere'
  /** Valid values that the file accepts. */
  readonly taken: readonly unknown[]
}

/** Compares an expectation with a field's schema. */
export function overlap(expected: Expected, schema: JsonSchema): Overlap {
  const samples = samplesOf(schema)
  const whole = samples.filter((value) => accepts(expected, value, 'whole'))
  if (whole.length === samples.length && samples.length > 0) return { kind: 'all', taken: samples }
  const own = ownValues(expected).filter((value) => accepts(expected, value, 'whole') && fits(schema, value))
  if (whole.length > 0 || own.length > 0) return { kind: 'some', taken: [...whole, ...own] }
  const found = [...samples, expected.example].filter((value) => accepts(expected, value, 'search'))
  // A text with a match in it is easily found. The example shows whether that was meant.
  const isMeant = fits(schema, expected.example) || expected.rules.every(({ kind }) => kind !== 'regex')
  return isMeant && found.some((value) => fits(schema, value))
    ? { kind: 'elsewhere', taken: found }
    : { kind: 'none', taken: [] }
}

/** Values that the file itself accepts: its example, and texts generated from its expression. */
function ownValues({ example, rules }: Expected): readonly unknown[] {
  return [example, ...rules.flatMap((rule) => (rule.kind === 'regex' ? textsLike(rule.source) : []))]
}
