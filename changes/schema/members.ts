import {
  child,
  type Description,
  itemsOf,
  member,
  membersOf,
  type Place,
} from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { REMARKS } from '../alike.ts'
import { flattened, type SchemaPart } from './flatten.ts'
import type { Schema } from './identity.ts'
import { isMatch } from './match.ts'
import type { Use } from './use.ts'

/** The schemas of the items of lists. */
export interface Items {
  /** Those of the first items; a part that is `false` allows none. */
  readonly prefix: readonly Schema[]
  /** That of other items; undefined where none are allowed. */
  readonly item: Schema | undefined
}

/** The schemas of the members of objects. */
export interface Members {
  readonly properties: ReadonlyMap<string, Schema>
  /** Those of members whose names fit a pattern and that are not described by name. */
  readonly byPattern: ReadonlyMap<string, Schema>
  /** That of other members; undefined where none are allowed. */
  readonly others: Schema | undefined
  /** True where the schema itself describes other members, so that they are intended. */
  readonly othersMeant: boolean
}

const isFalse = (schema: Schema): boolean => schema.some(({ node }) => node === false)

/** The schemas of items. Each part has its own first items, and its rule for the others. */
export function itemsIn(parts: readonly SchemaPart[], use: Use): Items {
  const lists = parts.map((part) => {
    const list = member(part, 'prefixItems')
    return {
      first: list === undefined ? [] : itemsOf(list),
      other: otherOf(part, 'items', 'unevaluatedItems', parts),
    }
  })
  const longest = Math.max(0, ...lists.map(({ first }) => first.length))
  const at = (place: number): Schema => lists.flatMap(({ first, other }) => first[place] ?? other)
  const item = lists.flatMap(({ other }) => other)
  return {
    prefix: Array.from({ length: longest }, (_, place) => at(place)),
    item: isFalse(item) ? undefined : item.map((one) => asPart(one, use)),
  }
}

/** The schemas of members, and the names of those that are never sent in this direction. A part forbids or restricts what other parts describe, if it speaks of all others. */
export function membersIn(
  parts: readonly SchemaPart[],
  use: Use,
  document: Description,
): Members & { readonly hidden: ReadonlySet<string> } {
  const own = parts.map((part) => {
    const map = (keyword: string) => {
      const place = member(part, keyword)
      return new Map(place === undefined ? [] : membersOf(place))
    }
    return {
      properties: map('properties'),
      patterns: map('patternProperties'),
      other: otherOf(part, 'additionalProperties', 'unevaluatedProperties', parts),
      isLate: !isObject(part.node) || !('additionalProperties' in part.node),
    }
  })
  const describedSomewhere = (name: string) =>
    own.some(
      ({ properties, patterns }) =>
        properties.has(name) || [...patterns.keys()].some((one) => isMatch(one, name)),
    )
  const schemaOf = (name: string): Schema =>
    own.flatMap(({ properties, patterns, other, isLate }) => {
      const [named, matching] = [
        properties.get(name),
        [...patterns].filter(([pattern]) => isMatch(pattern, name)),
      ]
      const described = [...(named === undefined ? [] : [named]), ...matching.map(([, place]) => place)]
      return described.length > 0 || (isLate && describedSomewhere(name))
        ? described
        : other.filter(({ node }) => node !== true)
    })
  const names = new Set(own.flatMap(({ properties }) => [...properties.keys()]))
  const keyword = use.flow === 'in' ? 'readOnly' : 'writeOnly'
  const all = [...names].map((name) => [name, schemaOf(name).map((one) => asPart(one, use))] as const)
  const hidden = new Set(
    all.filter(([, schema]) => isMarked(schema, keyword, document)).map(([name]) => name),
  )
  const patterns = new Set(own.flatMap((one) => [...one.patterns.keys()]))
  const others = own.flatMap(({ other }) => other)
  return {
    hidden,
    properties: new Map(all.filter(([name]) => !hidden.has(name))),
    byPattern: new Map(
      [...patterns].map((pattern) => [pattern, own.flatMap((one) => one.patterns.get(pattern) ?? [])]),
    ),
    others: isFalse(others) ? undefined : others.filter(({ node }) => node !== true),
    othersMeant: others.some(({ node }) => isObject(node) && Object.keys(node).length > 0),
  }
}

/** The rules of a part for all other members or items: at once, or for those that no part has described. */
function otherOf(
  part: SchemaPart,
  keyword: string,
  late: string,
  parts: readonly SchemaPart[],
): readonly Place[] {
  const { node, at } = part
  if (!isObject(node)) return []
  if (node[keyword] !== undefined && !Array.isArray(node[keyword]))
    return [{ node: node[keyword], at: child(at, keyword) }]
  const isSettled = parts.some((one) => isObject(one.node) && one.node[keyword] !== undefined)
  return node[late] === undefined || isSettled || part.isInner === true
    ? []
    : [{ node: node[late], at: child(at, late) }]
}

function isMarked(schema: Schema, keyword: string, document: Description): boolean {
  return flattened(schema, document).some(({ node }) => isObject(node) && node[keyword] === true)
}

const OCTETS = { type: 'string', format: 'binary' }

/** In a form, a part that no schema describes is octets (OpenAPI 3.1, working with binary data). */
function asPart(place: Place, { body }: Use): Place {
  const { node } = place
  const isOpen = isObject(node) && Object.keys(node).every((key) => REMARKS.has(key))
  return body === 'form' && isOpen ? { ...place, node: OCTETS } : place
}
