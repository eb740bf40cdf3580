import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** The folder of the published schemas of report formats. */
export const schemas = resolve(import.meta.dirname, '../reporters/schemas')

const compiled = new Map<string, ValidateFunction>()

function validatorOf(schema: string): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const text = readFileSync(join(schemas, `${schema}.schema.json`), 'utf8')
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false })
  const validate = ajv.compile(JSON.parse(text) as object)
  compiled.set(schema, validate)
  return validate
}

/** Returns the problems of a value according to a published schema; empty for a valid value. */
export function problems(schema: string, value: unknown): readonly string[] {
  const validate = validatorOf(schema)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).slice(0, 5)
}
