import { readTable } from '../../../conformance/table.ts'
import { type FormatCheck, type FormatName, standardValueFormats } from './formats.ts'
import { isObject, standardTypes, type TypeCheck, type TypeName } from './types.ts'

/** Rules for one field. */
export interface FieldValidation {
  /** Dotted path from the top of the body. */
  readonly field: string
  readonly required?: boolean
  readonly type: TypeName
  readonly format?: FormatName
}

/** Reasons for refusing a body. */
export interface ValidationRules {
  readonly submission: readonly FieldValidation[]
  readonly update: readonly FieldValidation[]
  readonly types: Readonly<Record<TypeName, TypeCheck>>
  readonly formats: Readonly<Record<FormatName, FormatCheck>>
  /** All problems of a body, one sentence for each field; empty when it is valid. */
  problems(rows: readonly FieldValidation[], body: unknown, rules: ValidationRules): readonly string[]
}

export const standardValidation: ValidationRules = {
  submission: readTable<readonly FieldValidation[]>('submission.yaml', import.meta.url),
  update: readTable<readonly FieldValidation[]>('update.yaml', import.meta.url),
  types: standardTypes,
  formats: standardValueFormats,
  problems(rows, body, rules) {
    if (!isObject(body)) return ['the body must be a JSON object']
    return rows.flatMap((row) => problemOf(row, body, rules) ?? [])
  },
}

function problemOf(
  row: FieldValidation,
  body: Record<string, unknown>,
  rules: ValidationRules,
): string | undefined {
  const value = valueAt(body, row.field)
  if (value === undefined) return row.required === true ? `${row.field} is required` : undefined
  const type = rules.types[row.type]
  if (!type.accepts(value)) return `${row.field} must be ${type.name}`
  const format = row.format && rules.formats[row.format]
  return format === undefined || format.accepts(value) ? undefined : `${row.field} must be ${format.name}`
}

/** Undefined also where the path leads through a value that is no object: that value has a problem of its own. */
function valueAt(body: Record<string, unknown>, path: string): unknown {
  let value: unknown = body
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** A table with one row changed: `changeRow(rows, 'broker_email', { required: false })`. */
export function changeRow(
  rows: readonly FieldValidation[],
  field: string,
  change: Partial<FieldValidation>,
): readonly FieldValidation[] {
  if (!rows.some((row) => row.field === field)) throw new RangeError(`no rule for ${field}`)
  return rows.map((row) => (row.field === field ? { ...row, ...change } : row))
}
