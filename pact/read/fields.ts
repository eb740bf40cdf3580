import { isObject } from '../../conformance/json/object.ts'
import type { PactField } from '../model.ts'
import { escapeStep } from './escape.ts'

/** Reads headers or metadata: an object whose values are single or in arrays. */
export function fieldsOf(raw: unknown, at: string): readonly PactField[] {
  if (!isObject(raw)) return []
  return Object.entries(raw).map(([name, value]) => ({
    name,
    values: Array.isArray(value) ? value : [value],
    at: `${at}/${escapeStep(name)}`,
  }))
}

/** Reads a query: a text in version 2, an object of arrays from version 3 on. */
export function queryOf(raw: unknown, at: string): readonly PactField[] {
  if (typeof raw !== 'string') return fieldsOf(raw, at)
  const parsed = new URLSearchParams(raw)
  return [...new Set(parsed.keys())].map((name) => ({ name, values: parsed.getAll(name), at }))
}

/** First value of a field as text; names are compared without case. */
export function fieldText(fields: readonly PactField[], name: string): string | undefined {
  const found = fieldNamed(fields, name)?.values[0]
  return found === undefined || found === null ? undefined : String(found)
}

export const fieldNamed = (fields: readonly PactField[], name: string): PactField | undefined =>
  fields.find((field) => field.name.toLowerCase() === name.toLowerCase())
