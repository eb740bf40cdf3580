import { isObject } from '../../../conformance/json/object.ts'

/** A type of JSON value: its name in messages, and its test. */
export interface TypeCheck {
  readonly name: string
  accepts(value: unknown): boolean
}

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'amount'

export { isObject }

export const standardTypes: Readonly<Record<TypeName, TypeCheck>> = {
  string: { name: 'a string', accepts: (value) => typeof value === 'string' },
  // JSON.parse reads a number beyond the range of doubles, such as 1e999, as infinite.
  number: { name: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value) },
  integer: { name: 'a whole number', accepts: Number.isInteger },
  boolean: { name: 'true or false', accepts: (value) => typeof value === 'boolean' },
  object: { name: 'an object', accepts: isObject },
  amount: {
    name: 'a number or a string of digits',
    accepts: (value) => typeof value === 'number' || typeof value === 'string',
  },
}
