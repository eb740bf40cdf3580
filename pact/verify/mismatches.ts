import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'

/** Picks the findings out of the result of the library's verifier, a line each. */
export function mismatchesOf(text: string): readonly string[] {
  const result = parseJson(text)
  const errors = isObject(result) && Array.isArray(result.errors) ? result.errors : []
  const found = errors.flatMap((error) => (isObject(error) ? linesOf(error.mismatch) : []))
  return found.length > 0 ? [...new Set(found)] : [text]
}

function linesOf(mismatch: unknown): readonly string[] {
  if (!isObject(mismatch)) return []
  const { mismatches, message } = mismatch
  if (Array.isArray(mismatches)) return mismatches.filter(isObject).map(lineOf)
  return typeof message === 'string' ? [message] : []
}

function lineOf({ type, path, key, mismatch }: Readonly<Record<string, unknown>>): string {
  const place = path ?? key
  return `${String(type)}${place === undefined ? '' : ` at ${String(place)}`}: ${String(mismatch)}`
}
