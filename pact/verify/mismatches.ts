import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'

/** A finding of the library's verifier. */
export interface Mismatch {
  /** Path expression or name of a header, where it has one. */
  readonly at?: string
  readonly text: string
}

/** Extracts the findings from the result of the library's verifier. */
export function mismatchesOf(text: string): readonly Mismatch[] {
  const result = parseJson(text)
  const errors = isObject(result) && Array.isArray(result.errors) ? result.errors : []
  const found = errors.flatMap((error) => (isObject(error) ? foundIn(error.mismatch) : []))
  if (found.length === 0) return [{ text }]
  return [...new Map(found.map((one) => [`${one.at} ${one.text}`, one])).values()]
}

function foundIn(mismatch: unknown): readonly Mismatch[] {
  if (!isObject(mismatch)) return []
  const { mismatches, message } = mismatch
  if (Array.isArray(mismatches)) return mismatches.filter(isObject).map(oneOf)
  return typeof message === 'string' ? [{ text: message }] : []
}

function oneOf({ type, path, key, mismatch }: Readonly<Record<string, unknown>>): Mismatch {
  const place = path ?? key
  const text = `${String(type)}: ${String(mismatch)}`
  return place === undefined ? { text } : { at: String(place), text }
}
