export type JsonObject = Readonly<Record<string, unknown>>

/** Says whether a value is what JSON calls an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
