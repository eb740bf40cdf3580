import {
  child,
  type Description,
  itemsOf,
  member,
  membersOf,
  type Place,
} from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Flow } from '../change.ts'
import { flattened } from './flatten.ts'
import type { Schema } from './identity.ts'

/** The kinds of JSON values. Integers and fractions are separate, so that `number` means both. */
export const KINDS = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

/** A bound of a number; Infinity where there is none. */
export interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

/** The rules of a schema in a normal form, with references and `allOf` resolved, so that equal rules look equal. */
export interface Shape {
  readonly at: string
  /** Its parts, with references and `allOf` resolved. */
  readonly parts: readonly Place[]
  readonly kinds: ReadonlySet<Kind>
  /** The values that `enum` or `const` allow; absent where both are missing. */
  readonly values?: readonly unknown[]
  readonly low: Bound
  readonly high: Bound
  readonly multiples: readonly number[]
  /** Minimum and maximum size of texts, lists and objects. */
  readonly length: Range
  readonly items: Range
  readonly members: Range
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  readonly encodings: readonly string[]
  readonly unique: boolean
  readonly prefix: readonly Schema[]
  /** The schema of other items; undefined where none are allowed. */
  readonly item: Schema | undefined
  readonly required: ReadonlySet<string>
  readonly properties: ReadonlyMap<string, Schema>
  /** The schema of other members; undefined where none are allowed. */
  readonly others: Schema | undefined
  /** True where the schema itself describes other members, so that they are intended. */
  readonly othersMeant: boolean
  /** Groups of schemas; in each group at least one must fit. */
  readonly unions: readonly (readonly Place[])[]
  /** Further keywords, each with its schemas or values. */
  readonly rest: readonly (readonly [keyword: string, place: Place])[]
}

export type Range = readonly [from: number, to: number]

/** The shape of a conjunction, for messages in one direction: read-only members are never sent to the platform. */
export function shapeOf(schema: Schema, flow: Flow, document: Description): Shape {
  const parts = flattened(schema, document)
  const nodes = parts.map(({ node }) => node).filter(isObject)
  const all = (keyword: string) => parts.flatMap((part) => member(part, keyword) ?? [])
  const numbers = (keyword: string) =>
    nodes.map((node) => node[keyword]).filter((value): value is number => typeof value === 'number')
  const texts = (keyword: string) =>
    [
      ...new Set(
        nodes.map((node) => node[keyword]).filter((value): value is string => typeof value === 'string'),
      ),
    ].toSorted()
  const range = (from: string, to: string): Range => [
    Math.max(0, ...numbers(from)),
    Math.min(Number.POSITIVE_INFINITY, ...numbers(to)),
  ]
  const hidden = new Set<string>()
  const properties = propertiesOf(parts, flow, document, hidden)
  const values = valuesOf(nodes)
  const others = othersOf(parts)
  return {
    at: parts[0]?.at ?? schema[0]?.at ?? '',
    parts,
    kinds: kindsOf(parts, values),
    ...(values === undefined ? {} : { values }),
    low: boundOf(nodes, 'minimum', 'exclusiveMinimum', 1),
    high: boundOf(nodes, 'maximum', 'exclusiveMaximum', -1),
    multiples: numbers('multipleOf'),
    length: range('minLength', 'maxLength'),
    items: range('minItems', 'maxItems'),
    members: range('minProperties', 'maxProperties'),
    patterns: texts('pattern').filter((pattern) => !/^\^?(\.\*)?\$?$/.test(pattern)),
    formats: texts('format').filter((format) => !/^(password|binary)$/.test(format)),
    encodings: texts('contentEncoding'),
    unique: nodes.some(({ uniqueItems }) => uniqueItems === true),
    prefix: all('prefixItems').flatMap((list) => itemsOf(list).map((one) => [one])),
    item: all('items').some(({ node }) => node === false) ? undefined : all('items'),
    required: new Set(
      all('required')
        .flatMap((list) => itemsOf(list).map(({ node }) => String(node)))
        .filter((name) => !hidden.has(name)),
    ),
    properties,
    others: others.some(({ node }) => node === false)
      ? undefined
      : others.filter(({ node }) => node !== true),
    othersMeant: others.some(({ node }) => isObject(node) && Object.keys(node).length > 0),
    unions: [...all('oneOf'), ...all('anyOf')].map(itemsOf).filter((group) => group.length > 0),
    rest: REST.flatMap((keyword) => all(keyword).map((place) => [keyword, place] as const)),
  }
}

const REST = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'x-not-shown',
] as const

const NAMED: Readonly<Record<string, readonly Kind[]>> = {
  null: ['null'],
  boolean: ['boolean'],
  integer: ['integer'],
  number: ['integer', 'fraction'],
  string: ['string'],
  array: ['array'],
  object: ['object'],
  file: ['string'],
}

function kindsOf(parts: readonly Place[], values: readonly unknown[] | undefined): ReadonlySet<Kind> {
  const allowed = parts.map(({ node }): readonly Kind[] => {
    if (node === false) return []
    if (!isObject(node)) return KINDS
    const { type, nullable } = node
    const named = (Array.isArray(type) ? type : type === undefined ? [] : [type]).flatMap(
      (name: unknown) => NAMED[String(name)] ?? [],
    )
    const own = named.length > 0 ? named : impliedBy(node)
    return nullable === true ? [...own, 'null'] : own
  })
  const fitting = values === undefined ? KINDS : new Set(values.map(kindOf))
  return new Set([...fitting].filter((kind) => allowed.every((kinds) => kinds.includes(kind))))
}

/** Without `type`, keywords of objects and of lists show the intended kind. */
function impliedBy(node: Readonly<Record<string, unknown>>): readonly Kind[] {
  if ('properties' in node || 'additionalProperties' in node) return ['object']
  return 'items' in node ? ['array'] : KINDS
}

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'string' : 'object'
}

function valuesOf(nodes: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] | undefined {
  const lists = nodes.flatMap((node): readonly (readonly unknown[])[] => {
    // Before 3.1 a nullable enumeration had to list null, and authors often forgot that.
    const own = Array.isArray(node.enum) ? [node.nullable === true ? [...node.enum, null] : node.enum] : []
    return 'const' in node ? [...own, [node.const]] : own
  })
  const [first, ...others] = lists
  const among = (list: readonly unknown[]) => new Set(list.map((value) => JSON.stringify(value)))
  const wanted = others.map(among)
  return first?.filter((value) => wanted.every((list) => list.has(JSON.stringify(value))))
}

/** @param sign 1 where a larger bound is stricter */
function boundOf(
  nodes: readonly Readonly<Record<string, unknown>>[],
  inclusive: string,
  exclusive: string,
  sign: 1 | -1,
): Bound {
  const bounds = nodes.flatMap((node): readonly Bound[] => {
    const [plain, strict] = [node[inclusive], node[exclusive]]
    return [
      // Before 3.1 the exclusive form was a flag beside the bound.
      ...(typeof plain === 'number' ? [{ value: plain, exclusive: strict === true }] : []),
      ...(typeof strict === 'number' ? [{ value: strict, exclusive: true }] : []),
    ]
  })
  return bounds.reduce(
    (one, other) => {
      const by = (other.value - one.value) * sign
      return by > 0 || (by === 0 && other.exclusive) ? other : one
    },
    { value: -sign * Number.POSITIVE_INFINITY, exclusive: false },
  )
}

function propertiesOf(
  parts: readonly Place[],
  flow: Flow,
  document: Description,
  hidden: Set<string>,
): ReadonlyMap<string, Schema> {
  const properties = new Map<string, Schema>()
  for (const part of parts) {
    const own = member(part, 'properties')
    for (const [name, place] of own === undefined ? [] : membersOf(own))
      properties.set(name, [...(properties.get(name) ?? []), place])
  }
  const keyword = flow === 'in' ? 'readOnly' : 'writeOnly'
  for (const [name, schema] of properties)
    if (schema.some((place) => isMarked(place, keyword, document))) {
      hidden.add(name)
      properties.delete(name)
    }
  return properties
}

function isMarked(place: Place, keyword: string, document: Description): boolean {
  if (isObject(place.node) && place.node[keyword] === true) return true
  const { node } = document.resolve(place)
  return isObject(node) && node[keyword] === true
}

function othersOf(parts: readonly Place[]): readonly Place[] {
  return parts.flatMap(({ node, at }) => {
    if (!isObject(node)) return []
    const keyword = 'additionalProperties' in node ? 'additionalProperties' : 'unevaluatedProperties'
    const value = node[keyword]
    return value === undefined ? [] : [{ node: value, at: child(at, keyword) }]
  })
}
