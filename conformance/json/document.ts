import { ConformanceError } from '../errors.ts'
import { once } from '../once.ts'
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
  /** All schemas that a dynamic reference of this text may lead to; more than one where it depends on the way to it. */
  dynamic(ref: string): readonly Place[]
}

/** @param name the document's name in error messages */
export function descriptionOf(root: JsonObject, name: string): Description {
  const anchored = once(() => {
    const found: (readonly [name: string, place: Place, isDynamic: boolean])[] = []
    index(root, '', found)
    return found
  })

  const target = (ref: string): Place | undefined => {
    const fragment = ref.startsWith('#') ? ref.slice(1) : undefined
    if (fragment === undefined) return undefined
    const at = decoded(fragment)
    if (at === '' || at.startsWith('/')) {
      const node = valueAt(root, at)
      return node === undefined ? undefined : { node, at }
    }
    return anchored().find(([name]) => name === at)?.[1]
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
    dynamic(ref) {
      const dynamic = anchored().filter(([name, , isDynamic]) => isDynamic && `#${name}` === ref)
      const place = dynamic.length === 0 ? target(ref) : undefined
      return place === undefined ? dynamic.map(([, one]) => one) : [place]
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

function index(node: unknown, at: string, found: (readonly [string, Place, boolean])[]): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if ((key === '$anchor' || key === '$dynamicAnchor') && typeof value === 'string')
      found.push([value, { node, at }, key === '$dynamicAnchor'])
    index(value, child(at, key), found)
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
