import fc, { type Arbitrary } from 'fast-check'
import { withoutValue, withValue } from '../conformance/json/pointer.ts'
import type { FieldRule } from '../conformance/requirement.ts'
import type { Spec } from '../spec/spec.ts'
import { breaksOf, ruleKindOf } from './breaks.ts'
import type { Variation } from './near.ts'
import { wrongFormatOf, wrongTypeOf } from './wrong.ts'

/** One documented rule that is broken on purpose, as plain data. */
export interface BrokenRule {
  /** The requirement that states the rule. */
  readonly requirement: string
  readonly pointer: string
  readonly label: string
  /** The value in its place; absent where the field is left out. */
  readonly value?: unknown
}

/** A valid body with one or two rules broken. */
export interface Invalid extends Variation {
  readonly breaks: readonly BrokenRule[]
}

type Body = Readonly<Record<string, unknown>>

/** The weight of generated values; each value of the table has weight 1. */
const GENERATED = 3

/**
 * Returns for each rule of a schema every way to break it beyond doubt. These are the values of the table, and generated ones for
 * each type and format.
 */
export function brokenRules(spec: Spec, schema: FieldRule['schema']): readonly Arbitrary<BrokenRule>[] {
  return spec.requirements.flatMap(({ id, field }) => {
    if (field?.schema !== schema || field.rule === undefined) return []
    const { pointer, rule } = field
    const listed = breaksOf(spec, field)
      .filter(({ level }) => level === 'must')
      .map(({ label, value }) =>
        fc.constant({ requirement: id, pointer, label, ...(rule !== 'required' && { value }) }),
      )
    if (rule === 'required') return [fc.oneof(...listed)]
    const kind = ruleKindOf(spec, field)
    const free = 'type' in kind ? wrongTypeOf(kind.type) : wrongFormatOf(kind.format)
    if (free === undefined) return listed.length === 0 ? [] : [fc.oneof(...listed)]
    const generated = free
      .filter((value) => spec.validate(schema, pointer, value).length > 0)
      .map((value) => ({ requirement: id, pointer, label: 'generated', value }))
    return [fc.oneof(...listed, { weight: GENERATED, arbitrary: generated })]
  })
}

/** One or two broken rules; with two, neither field contains the other. */
export function brokenBody(
  rules: readonly Arbitrary<BrokenRule>[],
  variation: Arbitrary<Variation>,
): Arbitrary<Invalid> {
  const one = fc.oneof(...rules)
  // Shrinking may leave out either of the two, so that only the necessary one stays.
  const breaks = fc
    .record({ first: one, second: one }, { requiredKeys: [] })
    .map(({ first, second }) => [first, second].filter((rule) => rule !== undefined))
    .filter((rules) => rules.length > 0 && areApart(rules))
  return fc.record({ patch: variation.map(({ patch }) => patch), breaks })
}

function areApart([first, second]: readonly BrokenRule[]): boolean {
  return (
    first === undefined ||
    second === undefined ||
    !(
      `${first.pointer}/`.startsWith(`${second.pointer}/`) ||
      `${second.pointer}/`.startsWith(`${first.pointer}/`)
    )
  )
}

/** A valid body with rules broken. */
export function broken(body: Body, breaks: readonly BrokenRule[]): Body {
  return breaks.reduce<Body>(
    (made, { pointer, value }) =>
      value === undefined ? withoutValue(made, pointer) : withValue(made, pointer, value),
    body,
  )
}

/**
 * Says whether the bytes of a body are invalid by the published schema. It is the last check before a body is sent that must be
 * refused.
 */
export function isInvalid(spec: Spec, schema: FieldRule['schema'], text: string): boolean {
  return spec.validate(schema, '', JSON.parse(text)).length > 0
}
