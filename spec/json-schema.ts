import { ConformanceError } from '../conformance/errors.ts'
import { isObject } from '../conformance/json/object.ts'
import { stepsOf, valueAt } from '../conformance/json/pointer.ts'

/** A JSON Schema object without references; it may have keywords that this code does not use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly items?: JsonSchema
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly then?: JsonSchema
  readonly [keyword: string]: unknown
}

/** A property of a schema. */
export interface SchemaProperty {
  readonly schema: JsonSchema
  /** Always required by the object that contains it, whatever the values of other properties. */
  readonly required: boolean
}

/**
 * Finds the property that a JSON Pointer through properties leads to (RFC 6901): `/insured_location/address_state`. The empty
 * pointer is the schema itself. Members of `allOf` are searched, too; a later one refines an earlier one.
 * @returns undefined when there is no such property
 */
export function propertyAt(schema: JsonSchema, pointer: string): SchemaProperty | undefined {
  return stepsOf(pointer).reduce<SchemaProperty | undefined>(
    (found, name) => (found === undefined ? undefined : step(found.schema, name)),
    { schema, required: true },
  )
}

function step(schema: JsonSchema, name: string): SchemaProperty | undefined {
  const parts = partsOf(schema)
  const found = parts.flatMap(({ properties }) => {
    const property =
      properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
    return typeof property === 'object' ? [property] : []
  })
  return found.length === 0
    ? undefined
    : {
        schema: Object.assign({}, ...found) as JsonSchema,
        required: parts.some(({ required }) => required?.includes(name)),
      }
}

const partsOf = (schema: JsonSchema): readonly JsonSchema[] => [
  schema,
  ...(schema.allOf ?? []).flatMap(partsOf),
]

/**
 * Replaces every local `$ref` by what it points to; keywords beside a `$ref` win (JSON Schema 2020-12, OpenAPI 3.1).
 *
 * Done here and not by a library, because it has to be quick and synchronous: the document is read when first needed.
 * @throws ConformanceError `SPEC_INVALID` for a reference that leads nowhere, out of the document or in a circle
 */
export function dereferenced(document: unknown): unknown {
  const done = new Map<string, unknown>()
  const open = new Set<string>()

  const target = (ref: string): unknown => {
    if (done.has(ref)) return done.get(ref)
    if (open.has(ref)) throw badReference(ref, 'leads in a circle')
    open.add(ref)
    const found = nodeAt(document, ref)
    if (found === undefined) throw badReference(ref, 'leads nowhere')
    const value = resolve(found)
    open.delete(ref)
    done.set(ref, value)
    return value
  }

  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (!isObject(node)) return node
    const { $ref, ...rest } = node
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value)]))
    if (typeof $ref !== 'string') return own
    const referred = target($ref)
    return isObject(referred) ? { ...referred, ...own } : referred
  }
  return resolve(document)
}

function nodeAt(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) throw badReference(ref, 'leads out of the document')
  // The pointer of a reference is part of a URL.
  return valueAt(document, decodeURIComponent(ref.slice(1)))
}

const badReference = (ref: string, what: string) =>
  new ConformanceError('SPEC_INVALID', `openapi.yaml: the reference ${ref} ${what}`)
