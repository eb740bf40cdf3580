/**
 * A JSON value as text: a text as it is, anything else as JSON. Unlike `String` it never throws, whatever an object calls its fields
 * (`toString`).
 */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(typeof value))
