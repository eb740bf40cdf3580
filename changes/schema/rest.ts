import { itemsOf, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { isUsualDialect } from '../alike.ts'
import { treatmentOf } from '../fields.ts'
import type { SchemaPart } from './flatten.ts'
import type { Schema } from './identity.ts'
import type { Use } from './use.ts'

/** How many items of a list have to fit a schema. */
export interface Contained {
  readonly place: Place
  readonly from: number
  readonly to: number
}

/** A test of a value, with the schemas that apply where it fits and where it does not. */
export interface ConditionalSchema {
  readonly test: Place
  readonly yes?: Place
  readonly no?: Place
}

/** The rare rules of a schema. */
export interface Rest {
  readonly contains: readonly Contained[]
  readonly conditions: readonly ConditionalSchema[]
  /** By name of a member: the schemas that apply where it is present. */
  readonly dependents: ReadonlyMap<string, Schema>
  readonly nots: readonly Place[]
  readonly names: readonly Place[]
  readonly contents: readonly Place[]
  /** Those of the schema itself, not of one that it extends. */
  readonly discriminators: readonly Place[]
  readonly notShown: readonly Place[]
  /** Keywords whose meaning is not known here, or depends on other keywords. */
  readonly unknown: readonly (readonly [keyword: string, place: Place])[]
}

export function restOf(parts: readonly SchemaPart[], { body }: Use): Rest {
  const all = (keyword: string) => parts.flatMap((part) => member(part, keyword) ?? [])
  return {
    contains: parts.flatMap(containedIn),
    conditions: parts.flatMap(conditionIn),
    dependents: dependentsIn(parts),
    nots: all('not'),
    names: all('propertyNames'),
    contents: parts.flatMap((part) =>
      member(part, 'contentMediaType') === undefined ? [] : (member(part, 'contentSchema') ?? []),
    ),
    discriminators: parts.flatMap((part) =>
      part.isInner === true ? [] : (member(part, 'discriminator') ?? []),
    ),
    notShown: all('x-not-shown'),
    unknown: parts.flatMap((part) => unknownIn(part, parts, body)),
  }
}

function containedIn(part: SchemaPart): readonly Contained[] {
  const place = member(part, 'contains')
  if (place === undefined || !isObject(part.node)) return []
  const { minContains, maxContains } = part.node
  const from = typeof minContains === 'number' ? minContains : 1
  const to = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY
  return from <= 0 && to === Number.POSITIVE_INFINITY ? [] : [{ place, from, to }]
}

/** `then` and `else` without `if` never apply. */
function conditionIn(part: SchemaPart): readonly ConditionalSchema[] {
  const [test, yes, no] = [member(part, 'if'), member(part, 'then'), member(part, 'else')]
  if (test === undefined || (yes === undefined && no === undefined)) return []
  return [{ test, ...(yes && { yes }), ...(no && { no }) }]
}

function dependentsIn(parts: readonly SchemaPart[]): ReadonlyMap<string, Schema> {
  const found = parts.flatMap((part) => {
    const [schemas, lists] = [member(part, 'dependentSchemas'), member(part, 'dependentRequired')]
    return [
      ...(schemas === undefined ? [] : membersOf(schemas)),
      ...(lists === undefined ? [] : membersOf(lists))
        .filter(([, list]) => itemsOf(list).length > 0)
        .map(([name, { node, at }]) => [name, { node: { required: node }, at }] as const),
    ]
  })
  const groups = Map.groupBy(found, ([name]) => name)
  return new Map([...groups].map(([name, group]) => [name, group.map(([, place]) => place)]))
}

/** For each keyword that checks what others have described: the keywords that describe more than their names and places show. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  unevaluatedProperties: ['if', 'then', 'else', 'dependentSchemas'],
  unevaluatedItems: ['if', 'then', 'else', 'contains', 'dependentSchemas'],
}

function unknownIn(
  part: SchemaPart,
  parts: readonly SchemaPart[],
  body: Use['body'],
): readonly (readonly [string, Place])[] {
  return membersOf(part).filter(([keyword, { node }]) => {
    if (isUsualDialect(node)) return false
    if (keyword === 'xml') return body === 'xml'
    if (keyword === 'items') return Array.isArray(node)
    if (keyword === '$dynamicRef') return true
    const others = LATE[keyword]
    if (others === undefined) return treatmentOf('schema', keyword) === 'unknown'
    return (
      part.isInner === true ||
      parts.some((one) => isObject(one.node) && others.some((other) => other in (one.node as object)))
    )
  })
}
