import { parseJson } from '../../../../conformance/json/parse.ts'

/** Bodies that are no JSON text at all. */
export const NOT_JSON = [
  '{"insured_name": ',
  'insured_name=Acme',
  "{'insured_name': 'Acme'}",
  '<submission/>',
]

/** Writes a valid body in ways that some parsers read, although each text is no JSON (RFC 8259). */
export function nearlyJson(valid: unknown): readonly string[] {
  const text = JSON.stringify(valid)
  const ways = [`${text} and more`, text.replace(/}$/, ',}'), text.replace(/:-?\d+(\.\d+)?(?=[,}])/, ':NaN')]
  // Without a number in the body the last one is the valid text. The place of one may also be within a text.
  return ways.filter((way) => parseJson(way) === undefined)
}

/** JSON texts that are no object. */
export const NO_OBJECT = ['[]', '"text"', '42', 'true', 'null']
