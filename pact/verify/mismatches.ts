import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'

/** Picks the findings out of what the library says of a verification. */
export function mismatchesOf(text: string): readonly string[] {
  const found = textsOf(parseJson(text))
  return found.length > 0 ? found : [text]
}

function textsOf(result: unknown): readonly string[] {
  if (process.send === undefined && result === undefined) return []
  return isObject(result) ? [JSON.stringify(result)] : []
}
