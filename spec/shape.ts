/** The JSON Schema vocabulary in which the tables' shapes are written. */
export type Shape = Readonly<Record<string, unknown>>

export const text: Shape = { type: 'string', minLength: 1 }
export const flag: Shape = { type: 'boolean' }
export const amount: Shape = { type: 'number', minimum: 0 }
/** A whole number, zero or above; also of milliseconds. */
export const count: Shape = { type: 'integer', minimum: 0 }
export const statusCode: Shape = { type: 'integer', minimum: 200, maximum: 599 }
export const level: Shape = { type: 'string', enum: ['must', 'should', 'observe'] }

export const word = (...words: readonly string[]): Shape => ({ type: 'string', enum: words })

export const list = (items: Shape, minItems = 1): Shape => ({ type: 'array', items, minItems })

/** An object with these keys, all required but the optional ones, and no others, so that a slip of the pen is noticed. */
export const closed = (
  properties: Readonly<Record<string, Shape>>,
  optional: readonly string[] = [],
): Shape => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
})

/** A place in the specification: `4.rule.5`. */
export const clauseShape: Shape = { type: 'string', pattern: '^\\d+(\\.[a-z0-9-]+)*$' }
