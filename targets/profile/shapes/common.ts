import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from '../../../conformance/json/type.ts'
import { optional } from '../../../spec/shape.ts'

export type { Shaped as Written } from '../../../conformance/shaped.ts'

// Each `description` completes the sentence "KEY must be ...".

/** A map with these keys and no others. */
export const map = <Properties extends TProperties>(description: string, properties: Properties) =>
  Type.Object(properties, { additionalProperties: false, description })

const name = Type.String({ minLength: 1, description: 'a short text' })

const environment = Type.Enum(['sandbox', 'production'], {
  description: 'sandbox or production',
  default: 'sandbox',
})

const version = Type.String({
  pattern: '^(v\\d+\\.\\d+\\.\\d+|\\d{4}-\\d{2}-\\d{2})$',
  description: 'a changelog version such as v1.14.2 or a date such as 2025-12-11',
})

export const nonEmptyText = Type.String({
  minLength: 1,
  format: 'seen',
  description: 'a text that is not empty (quote it where it looks like a number)',
})

/** The whole value of a header, which may contain blanks but neither begin nor end with one (RFC 9110 section 5.5). */
export const key = Type.String({
  pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
  description:
    'printable ASCII that neither begins nor ends with a space (quote it where it looks like a number)',
})

/** The part of a header after the scheme, which ends at a blank. */
export const token = Type.String({
  pattern: '^[\\x21-\\x7e]+$',
  description: 'printable ASCII without spaces (quote it where it looks like a number)',
})

/** A URL that may have a query. */
export const address = Type.String({
  format: 'token-url',
  description: 'an http or https address without user or fragment',
})

/** A URL to which paths are appended. */
export const base = Type.String({
  format: 'http-url',
  description: 'an http or https address without user, query or fragment',
})

export const hostAndPort = Type.String({
  pattern: '^(\\[[0-9a-fA-F:.]+\\]|[^\\s:/]+):\\d{1,5}$',
  description: 'an address and a port such as 127.0.0.1:0',
})

export const pemFile = Type.String({ minLength: 1, description: 'the name of a PEM file' })

/** @param fallback the duration where a profile has none */
export const duration = (fallback?: string) =>
  Type.String({
    pattern: '^(?=.*[1-9])\\d+(\\.\\d+)?(ms|s|m)$',
    description: 'a duration such as 250ms, 8s or 2m',
    ...(fallback === undefined ? {} : { default: fallback }),
  })

/** Makes a key with a default, so that it is always present once a profile was checked. */
export const defaulted = <Shape extends TSchema>(shape: Shape, fallback: unknown) =>
  Type.Unsafe<Static<Shape>>({ ...shape, default: fallback })

export const program = Type.Array(
  Type.String({ description: 'a text (quote it where it looks like a number)' }),
  { minItems: 1, description: 'a list of a program and its arguments' },
)

/** Names of variables of the environment that a program gets beside those that every program gets. */
export const variables = Type.Array(
  Type.String({
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    description: 'the name of a variable, without $ and braces',
  }),
  { uniqueItems: true, description: 'a list of names of environment variables', default: [] },
)

/** The keys that profiles of all sides have. */
export const common = {
  name: optional(name),
  environment,
  api_version: optional(version),
  tls: defaulted(map('a map with ca', { ca: optional(pemFile) }), {}),
}
