import type { TEnum, TObject, TProperties, TSchema } from 'typebox'
import { Type } from '../conformance/json/type.ts'

export type { Shaped } from '../conformance/shaped.ts'

export const text = Type.String({ minLength: 1 })
export const flag = Type.Boolean()
export const amount = Type.Number({ minimum: 0 })
/** A whole number, zero or above; also of milliseconds. */
export const wholeNumber = Type.Integer({ minimum: 0 })
export const statusCode = Type.Integer({ minimum: 200, maximum: 599 })
export const kebab = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })
/** A place in the specification: `4.rule.5`. */
export const clause = Type.String({ pattern: '^\\d+(\\.[a-z0-9-]+)*$' })

/** One of several words. */
export const word = <const Words extends string[]>(...words: Words): TEnum<Words> => Type.Enum<Words>(words)

export const list = <Items extends TSchema>(items: Items, minItems = 1) => Type.Array(items, { minItems })

/** An object with these keys and no others, so that a misspelt key is noticed. */
export const closed = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false })

export const optional = Type.Optional
