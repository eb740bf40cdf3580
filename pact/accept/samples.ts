import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { once } from '../../conformance/once.ts'
import type { JsonSchema } from '../../spec/index.ts'
import { schemaValidator } from '../../spec/schemas.ts'

const NUMBERS = [0, 1, 8, 180, 12.5]
const INTEGERS = [0, 1, 1999]

const lists = once((): readonly (readonly string[])[] => {
  const text = readFileSync(new URL('../tables/samples.yaml', import.meta.url), 'utf8')
  return Object.values(parse(text) as Record<string, readonly string[]>)
})

const ajv = once(schemaValidator)
const validators = new WeakMap<JsonSchema, ValidateFunction>()
const chosen = new Map<string, readonly unknown[]>()

/** Says whether a value fits a schema without references. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  const known = validators.get(schema) ?? ajv().compile(schema)
  validators.set(schema, known)
  return known(value)
}

/** Values of one scalar field that conforming platforms send. For a field with fixed values it has all of them. */
export function samplesOf(schema: JsonSchema): readonly unknown[] {
  if ('const' in schema) return [schema.const]
  if (schema.enum !== undefined) return schema.enum
  switch (schema.type) {
    case 'boolean':
      return [true, false]
    case 'number':
      return NUMBERS
    case 'integer':
      return INTEGERS
    default:
      return textsOf(schema)
  }
}

function textsOf(schema: JsonSchema): readonly unknown[] {
  const { pattern, format } = schema
  const key = `${pattern} ${format}`
  const known = chosen.get(key)
  if (known !== undefined) return known
  const free = pattern === undefined && format === undefined
  const fitting = free ? lists().at(-1) : lists().find((list) => list.every((value) => fits(schema, value)))
  const samples = fitting ?? schema.examples ?? []
  chosen.set(key, samples)
  return samples
}
