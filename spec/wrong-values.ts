import { Type } from '../conformance/json/type.ts'
import { level } from '../conformance/requirement.ts'
import { closed, flag, kebab, list, optional, type Shaped } from './shape.ts'

const wrongValue = closed({
  /** A descriptive name in kebab case, unique in its list. */
  label: kebab,
  value: Type.Unknown(),
  /** How certain it is that a right platform refuses the value. */
  level: Type.Unsafe<Shaped<typeof level>>({ ...level, default: 'must' }),
  /** Label of a value in the same list: a target that accepts that one may accept this one, too. */
  unlessTaken: optional(kebab),
  /** Only where the field is required. */
  whereRequired: Type.Unsafe<boolean>({ ...flag, default: false }),
})

/** A value that is wrong for a type or a format. */
export type WrongValue = Shaped<typeof wrongValue>

// Defaults of members are filled in before the values are checked.
const values = list(wrongValue)
const rows = Type.Unsafe<readonly WrongValue[]>({ $ref: '#/$defs/values' })

const types = closed({
  string: rows,
  number: rows,
  integer: rows,
  boolean: rows,
  object: rows,
  array: rows,
  'number-or-string': rows,
})
const formats = closed({
  email: rows,
  date: rows,
  ein: rows,
  naics: rows,
  state: rows,
  uri: rows,
  'number-string': rows,
})

/** Values that break a type or a format (clauses 2.1, 2.2). */
export interface WrongValues {
  readonly types: Readonly<Record<ValueType, readonly WrongValue[]>>
  readonly formats: Readonly<Record<ValueFormat, readonly WrongValue[]>>
}

export type ValueType = keyof Shaped<typeof types>
export type ValueFormat = keyof Shaped<typeof formats>

// Used by reference, since each repetition of a shape would be compiled again.
export const wrongValuesShape = Type.Unsafe<WrongValues>({ $defs: { values }, ...closed({ types, formats }) })
