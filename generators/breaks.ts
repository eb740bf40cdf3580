import { withoutValue, withValue } from '../conformance/json/pointer.ts'
import type { FieldRule, Level } from '../conformance/requirement.ts'
import type { JsonSchema } from '../spec/json-schema.ts'
import type { Spec } from '../spec/spec.ts'
import type { ValueFormat, ValueType, WrongValue } from '../spec/wrong-values.ts'

/** One way to break one rule of a field. */
export interface Break {
  readonly pointer: string
  /** Names the way among all ways to break one rule: `no-hyphen`, `missing`. */
  readonly label: string
  /** The value in its place; absent where the field is left out. */
  readonly value?: unknown
  /** How certain it is that a right platform refuses it. */
  readonly level: Level
  /** Label of another break of the field: a target that accepts that one may accept this one, too. */
  readonly unlessTaken?: string
  /** Returns a copy of a valid body with only this rule broken. */
  apply(body: Readonly<Record<string, unknown>>): Record<string, unknown>
}

/** A break of the rule that a requirement states. */
export interface BreakOfRequirement extends Break {
  readonly requirement: string
}

/** Every way to break each requirement on a field of a schema. */
export const breaksIn = (spec: Spec, schema: string): readonly BreakOfRequirement[] =>
  spec.requirements.flatMap(({ id, field }) =>
    field?.schema === schema ? breaksOf(spec, field).map((one) => ({ ...one, requirement: id })) : [],
  )

/** The first break of each requirement that has to be refused. */
export function firstOfEachRequirement<One extends Pick<BreakOfRequirement, 'requirement' | 'level'>>(
  breaks: readonly One[],
): readonly One[] {
  const binding = breaks.filter(({ level }) => level === 'must')
  return binding.filter(
    (one, place) => binding.findIndex(({ requirement }) => requirement === one.requirement) === place,
  )
}

/**
 * Every way to break the rule that a requirement's `field` names. A value that must be refused is left out where the published
 * schema allows it, so that a body that is called invalid is invalid.
 */
export function breaksOf(spec: Spec, { schema, pointer, rule }: FieldRule): readonly Break[] {
  if (rule === 'required')
    return [{ pointer, label: 'missing', level: 'must', apply: (body) => withoutValue(body, pointer) }]
  const property = spec.property(schema, pointer)
  const kind = ruleKindOf(spec, { schema, pointer, ...(rule !== undefined && { rule }) })
  const values = 'type' in kind ? spec.wrongValues.types[kind.type] : spec.wrongValues.formats[kind.format]
  return values
    .filter(({ whereRequired }) => property.required || !whereRequired)
    .filter(({ value, level }) => level !== 'must' || spec.validate(schema, pointer, value).length > 0)
    .map((wrong) => breakWith(pointer, wrong))
}

function breakWith(pointer: string, { label, level, value, unlessTaken }: WrongValue): Break {
  const apply: Break['apply'] = (body) => withValue(body, pointer, value)
  return { pointer, label, value, level, ...(unlessTaken !== undefined && { unlessTaken }), apply }
}

/** Returns the type or the format that a rule requires. */
export function ruleKindOf(
  spec: Spec,
  { schema, pointer, rule }: FieldRule,
): { readonly type: ValueType } | { readonly format: ValueFormat } {
  const property = spec.property(schema, pointer).schema
  return rule === 'type' ? { type: typeOf(property) } : { format: formatOf(pointer, property) }
}

function typeOf(schema: JsonSchema): ValueType {
  const types = schema.oneOf?.flatMap(({ type }) => type ?? []) ?? [schema.type ?? []].flat()
  if (types.includes('string') && types.includes('number')) return 'number-or-string'
  const [type] = types
  return (type ?? 'object') as ValueType
}

/** Formats that JSON Schema has no name for, by the field that has them. */
const OWN_FORMATS: Readonly<Record<string, ValueFormat>> = {
  '/insured_taxid': 'ein',
  '/naics': 'naics',
  '/insured_location/address_state': 'state',
}

function formatOf(pointer: string, { format }: JsonSchema): ValueFormat {
  const own = OWN_FORMATS[pointer]
  if (own !== undefined) return own
  if (format === 'uri-reference') return 'uri'
  return format === 'email' || format === 'date' ? format : 'number-string'
}
