import type { Type as Library } from 'typebox'

// The library has 373 modules. Each start of a checkout would load them, twice with an embedded platform, which takes 8 % of a short run.
// So its types are used, and the few functions that shapes need are here. A test compares both.

type Options = Readonly<Record<string, unknown>>
type Schema = Readonly<Record<string, unknown>>

/** Schemas of keys that may be missing. A changed copy belongs to a key that is always there. */
const optional = new WeakSet<Schema>()

const plain =
  (type: string) =>
  (options: Options = {}): Schema => ({ type, ...options })

const functions = {
  Array: (items: Schema, options: Options = {}): Schema => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Enum: (values: readonly unknown[], options: Options = {}): Schema => ({ enum: values, ...options }),
  Integer: plain('integer'),
  Literal: (value: unknown): Schema => ({ type: typeof value, const: value }),
  Null: plain('null'),
  Number: plain('number'),
  Object(properties: Readonly<Record<string, Schema>>, options: Options = {}): Schema {
    const required = Object.keys(properties).filter((key) => !optional.has(properties[key] ?? {}))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional(schema: Schema): Schema {
    const own = { ...schema }
    optional.add(own)
    return own
  },
  Record: (_key: Schema, value: Schema, options: Options = {}): Schema => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Ref: ($ref: string): Schema => ({ $ref }),
  String: plain('string'),
  Union: (anyOf: readonly Schema[]): Schema => ({ anyOf }),
  Unknown: (options: Options = {}): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => schema,
}

/** Functions of `typebox` that make JSON Schemas, each with the type of what it describes. */
export const Type = functions as unknown as Pick<typeof Library, keyof typeof functions>
