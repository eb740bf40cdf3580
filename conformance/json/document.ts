import { ConformanceError } from '../errors.ts'
import { isObject, type JsonObject } from './object.ts'
import { plainText } from './plain-text.ts'
import { valueAt } from './pointer.ts'

/** A part of a document, with the JSON Pointer that leads to it. */
export interface Place {
  readonly node: unknown
  readonly at: string
}

/** A description that resolves its own references. */
export interface Description {
  readonly root: JsonObject
  /** True where keywords beside a reference count: from OpenAPI 3.1 on. */
  readonly siblings: boolean
  /**
   * Follows references until the value is no reference.
   * @throws ConformanceError `DESCRIPTION_INVALID` for a reference that leads nowhere or in a circle
   */
  resolve(place: Place): Place
}

/** @param name the document's name in error messages */
export function describe(root: JsonObject, name: string): Description {
  const anchors = new Map<string, Place>()
  let indexed = false

  const target = (ref: string): Place | undefined => {
    const fragment = ref.startsWith('#') ? ref.slice(1) : undefined
    if (fragment === undefined) return undefined
    const at = decoded(fragment)
    if (at === '' || at.startsWith('/')) {
      const node = valueAt(root, at)
      return node === undefined ? undefined : { node, at }
    }
    if (!indexed) index(root, '', anchors)
    indexed = true
    return anchors.get(at)
  }
  return {
    root,
    siblings: !/^3\.0(\.|$)/.test(plainText(root.openapi)),
    resolve(place) {
      let here = place
      for (let steps = 0; isObject(here.node) && typeof here.node.$ref === 'string'; steps += 1) {
        const { $ref } = here.node
        const found = steps > 100 ? undefined : target($ref)
        if (found === undefined)
          throw new ConformanceError('DESCRIPTION_INVALID', `${name}: the reference ${$ref} leads nowhere`)
        here = found
      }
      return here
    },
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function index(node: unknown, at: string, anchors: Map<string, Place>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === '$anchor' && typeof value === 'string') anchors.set(value, { node, at })
    index(value, child(at, key), anchors)
  }
}

/** The pointer of a member or item. */
export const child = (at: string, key: string | number): string =>
  `${at}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The members of an object, each with its place; none where it is no object. */
export function membersOf({ node, at }: Place): readonly (readonly [string, Place])[] {
  if (!isObject(node)) return []
  return Object.entries(node).map(([key, value]) => [key, { node: value, at: child(at, key) }])
}

/** A member of an object, or undefined where there is none. */
export function member({ node, at }: Place, key: string): Place | undefined {
  return isObject(node) && Object.hasOwn(node, key) && node[key] !== undefined
    ? { node: node[key], at: child(at, key) }
    : undefined
}

/** The items of a list, each with its place; none where it is no list. */
export const itemsOf = ({ node, at }: Place): readonly Place[] =>
  Array.isArray(node) ? node.map((value, place) => ({ node: value as unknown, at: child(at, place) })) : []
