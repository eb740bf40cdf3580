import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { ConformanceError } from '../conformance/errors.ts'
import { dereferenced, type JsonSchema, propertyAt, type SchemaProperty } from './json-schema.ts'
import { wantedOf } from './words.ts'

/** The published OpenAPI document without references. */
export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** A place where a value breaks a schema. */
export interface SchemaBreach {
  /** JSON Pointer from the value that was checked; empty for the value itself. */
  readonly pointer: string
  readonly message: string
  /** The value that the schema requires there, in words: `a money string such as $1,000,000.00`. */
  readonly wanted: string
}

/** The component schemas of the published document. It is read when it is first asked for. */
export interface Schemas {
  readonly openapi: OpenApi
  schema(name: string): JsonSchema
  property(name: string, pointer: string): SchemaProperty
  validate(name: string, pointer: string, value: unknown): readonly SchemaBreach[]
}

/** @param read returns the OpenAPI document; called when the document is first needed */
export function schemasOf(read: () => unknown): Schemas {
  let document: OpenApi | undefined
  let ajv: Ajv2020 | undefined
  /** A cache by schema, then by pointer, since each field of each record needs its validator. */
  const validators = new Map<string, Map<string, ValidateFunction>>()

  const openapi = (): OpenApi => {
    document ??= dereferenced(read()) as OpenApi
    return document
  }
  const schema = (name: string): JsonSchema => {
    const { schemas } = openapi().components
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (found === undefined)
      throw new ConformanceError('SCHEMA_UNKNOWN', `there is no published schema ${name}`, {
        hint: `known schemas: ${Object.keys(schemas).join(', ')}`,
      })
    return found
  }
  const property = (name: string, pointer: string): SchemaProperty => {
    const found = propertyAt(schema(name), pointer)
    if (found === undefined)
      throw new ConformanceError('FIELD_UNKNOWN', `the published schema ${name} has no field at ${pointer}`)
    return found
  }
  const validator = (name: string, pointer: string): ValidateFunction => {
    const own = validators.get(name) ?? new Map<string, ValidateFunction>()
    validators.set(name, own)
    const known = own.get(pointer)
    if (known !== undefined) return known
    ajv ??= schemaValidator()
    const validate = ajv.compile(property(name, pointer).schema)
    own.set(pointer, validate)
    return validate
  }
  return {
    get openapi() {
      return openapi()
    },
    schema,
    property,
    validate(name, pointer, value) {
      const validate = validator(name, pointer)
      return validate(value) ? [] : (validate.errors ?? []).map(breachOf)
    },
  }
}

/** A validator for the schemas of the published document, as strict as they allow. */
export function schemaValidator(): Ajv2020 {
  // `then` requires properties that are defined one level above it. That is right, but strictRequired does not know it.
  const ajv = new Ajv2020({
    ...{ strict: true, strictRequired: false },
    ...{ allErrors: true, verbose: true },
    code: { optimize: false },
  })
  formats.default(ajv)
  return ajv
}

function breachOf(error: ErrorObject): SchemaBreach {
  const { instancePath, keyword, message = keyword, params } = error
  const wanted: unknown =
    keyword === 'enum' ? params.allowedValues : keyword === 'const' ? params.allowedValue : undefined
  return {
    pointer: instancePath,
    message: wanted === undefined ? message : `${message}: ${JSON.stringify(wanted)}`,
    wanted: wantedOf(error),
  }
}
