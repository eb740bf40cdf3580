import type { Level } from '../conformance/requirement.ts'
import { closed, flag, level, list, type Shape } from './shape.ts'

/** A value that is wrong where something else is asked for. */
export interface WrongValue {
  /** Telling, in kebab case, unique in its list. */
  readonly label: string
  readonly value: unknown
  /** How sure it is that a right platform refuses the value. */
  readonly level: Level
  /** Only where the field is required. */
  readonly whereRequired: boolean
}

export type ValueType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'number-or-string'

export type ValueFormat = 'email' | 'date' | 'ein' | 'naics' | 'state' | 'uri' | 'number-string'

/** Values that break a type or a format (clauses 2.1, 2.2). */
export interface WrongValues {
  readonly types: Readonly<Record<ValueType, readonly WrongValue[]>>
  readonly formats: Readonly<Record<ValueFormat, readonly WrongValue[]>>
}

const kebab: Shape = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }

const values = list(
  closed(
    {
      label: kebab,
      value: {},
      level: { ...level, default: 'must' },
      whereRequired: { ...flag, default: false },
    },
    ['level', 'whereRequired'],
  ),
)
const rows: Shape = { $ref: '#/$defs/values' }

// Referred to and not repeated: each repetition of a shape is compiled anew.
export const wrongValuesShape: Shape = {
  $defs: { values },
  ...closed({
    types: closed({
      string: rows,
      number: rows,
      integer: rows,
      boolean: rows,
      object: rows,
      array: rows,
      'number-or-string': rows,
    }),
    formats: closed({
      email: rows,
      date: rows,
      ein: rows,
      naics: rows,
      state: rows,
      uri: rows,
      'number-string': rows,
    }),
  }),
}
