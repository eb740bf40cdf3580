import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../conformance/json/object.ts'

/** Words for the values of a type. */
const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

/** Words for the values of a format, where their schema has no title. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date',
  'date-time': 'a date and time',
  email: 'an email address',
  uri: 'an absolute URL',
  uuid: 'a UUID',
}

/** Says in words what a schema requires where a value broke it: `a money string such as $1,000,000.00`. */
export function wantedOf({ keyword, params, message = keyword, parentSchema }: ErrorObject): string {
  const schema = isObject(parentSchema) ? parentSchema : {}
  const named = (name: string) => withExample(typeof schema.title === 'string' ? schema.title : name, schema)
  switch (keyword) {
    case 'type':
      return [params.type]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join(' or ')
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'enum':
      return `one of ${[params.allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`
    case 'format':
      return named(FORMATS[String(params.format)] ?? `a text of the format ${params.format}`)
    case 'pattern':
      return named(`a text of the form ${params.pattern}`)
    case 'required':
      return `the field ${params.missingProperty}`
    default:
      return typeof schema.title === 'string' ? schema.title : message
  }
}

function withExample(name: string, { examples }: Readonly<Record<string, unknown>>): string {
  const [example] = Array.isArray(examples) ? examples : []
  return typeof example === 'string' ? `${name} such as ${example}` : name
}
