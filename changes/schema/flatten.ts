import { type Description, itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { treatmentOf } from '../fields.ts'
import { stripped } from './identity.ts'

/** A part of a conjunction. */
export interface SchemaPart extends Place {
  /** True within an `allOf` or an alternative: it does not see what stands beside it. */
  readonly isInner?: true
}

/** The parts of a conjunction, with references and `allOf` resolved. A schema that contains itself in this way counts once. */
export function flattened(schema: readonly SchemaPart[], document: Description): readonly SchemaPart[] {
  const seen = new Set<unknown>()
  const visit = (part: SchemaPart): readonly SchemaPart[] => {
    const { node } = part
    if (!isObject(node)) return [part]
    if (seen.has(node)) return []
    seen.add(node)
    if (typeof node.$ref === 'string')
      return [
        ...visit({ ...part, ...document.resolve(part) }),
        ...(document.siblings ? without(part, '$ref').flatMap(visit) : []),
      ]
    if (typeof node.$dynamicRef === 'string') {
      const targets = document.dynamic(node.$dynamicRef)
      const [only] = targets
      const rest = without(part, '$dynamicRef').flatMap(visit)
      if (only === undefined || targets.length > 1)
        return [{ ...part, node: listing(node, targets) }, ...rest]
      return [...visit({ ...part, ...only }), ...rest]
    }
    const list = member(part, 'allOf')
    return list === undefined
      ? [part]
      : [...without(part, 'allOf'), ...itemsOf(list).flatMap((item) => visit({ ...item, isInner: true }))]
  }
  return schema.flatMap(visit)
}

const listings = new WeakMap<object, object>()

/** A dynamic reference as the list of all schemas that it may lead to; the same node always gives the same object. */
function listing(node: object, targets: readonly Place[]): object {
  const known = listings.get(node)
  if (known !== undefined) return known
  const made = { $dynamicRef: targets.map(({ at }) => ({ $ref: `#${at}` })) }
  listings.set(node, made)
  return made
}

/** All keywords except the given one, unless they restrict nothing. */
function without(part: SchemaPart, keyword: string): readonly SchemaPart[] {
  const { node } = part
  if (!isObject(node)) return []
  const telling = Object.keys(node).some((key) => key !== keyword && treatmentOf('schema', key) !== 'remark')
  return telling ? [{ ...part, node: stripped(node, keyword) }] : []
}
