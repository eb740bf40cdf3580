import { type Description, itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { type Schema, stripped } from './identity.ts'

/** Keywords that do not restrict values. */
const REMARKS = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'deprecated',
  'default',
  'xml',
  'externalDocs',
  '$comment',
])

/** The parts of a conjunction, with references and `allOf` resolved. A schema that contains itself in this way counts once. */
export function flattened(schema: Schema, document: Description): readonly Place[] {
  const seen = new Set<unknown>()
  const visit = (place: Place): readonly Place[] => {
    const { node } = place
    if (!isObject(node)) return [place]
    if (seen.has(node)) return []
    seen.add(node)
    if (typeof node.$ref === 'string')
      return [
        ...visit(document.resolve(place)),
        ...(document.siblings ? without(place, '$ref').flatMap(visit) : []),
      ]
    const list = member(place, 'allOf')
    return list === undefined ? [place] : [...without(place, 'allOf'), ...itemsOf(list).flatMap(visit)]
  }
  return schema.flatMap(visit)
}

/** All keywords except the given one, unless they restrict nothing. */
function without({ node, at }: Place, keyword: string): readonly Place[] {
  if (!isObject(node)) return []
  const telling = Object.keys(node).some(
    (key) => key !== keyword && !REMARKS.has(key) && (key === 'x-not-shown' || !key.startsWith('x-')),
  )
  return telling ? [{ node: stripped(node, keyword), at }] : []
}
