import { type Description, itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { flattened } from './flatten.ts'
import type { Schema } from './identity.ts'
import { canonicalText, type Kind, kindsOf } from './kinds.ts'
import { type Items, itemsIn, type Members, membersIn } from './members.ts'
import { type Rest, restOf } from './rest.ts'
import type { Use } from './use.ts'

/** A bound of a number; Infinity where there is none. */
export interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

/** Alternatives: at least one must fit, or exactly one where they exclude each other. */
export interface Union {
  readonly at: string
  readonly branches: readonly Place[]
  readonly isExclusive: boolean
}

/** The rules of a schema in a normal form, with references and `allOf` resolved, so that equal rules look equal. */
export interface Shape extends Items, Members {
  readonly at: string
  /** Its parts, with references and `allOf` resolved. */
  readonly parts: readonly Place[]
  readonly kinds: ReadonlySet<Kind>
  /** The values that `enum` or `const` allow; absent where both are missing. */
  readonly values?: readonly unknown[]
  /** True where OpenAPI 3.0 allows null and does not list it: documents of later versions list it or not. */
  readonly isNullDoubtful: boolean
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
  readonly media: readonly string[]
  readonly unique: boolean
  readonly required: ReadonlySet<string>
  readonly unions: readonly Union[]
  readonly rest: Rest
}

export type Range = readonly [from: number, to: number]

/** The shape of a conjunction, for messages in one direction: read-only members are never sent to the platform. */
export function shapeOf(schema: Schema, use: Use, document: Description): Shape {
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
  const values = valuesOf(nodes)
  const formats = texts('format')
  const { hidden, ...members } = membersIn(parts, use, document)
  return {
    at: parts[0]?.at ?? schema[0]?.at ?? '',
    parts,
    kinds: kindsOf(parts, values),
    ...(values === undefined ? {} : { values }),
    isNullDoubtful: nodes.some(
      ({ nullable, enum: listed }) => nullable === true && Array.isArray(listed) && !listed.includes(null),
    ),
    low: boundOf(nodes, 'minimum', 'exclusiveMinimum', 1),
    high: boundOf(nodes, 'maximum', 'exclusiveMaximum', -1),
    multiples: numbers('multipleOf'),
    length: range('minLength', 'maxLength'),
    items: range('minItems', 'maxItems'),
    members: range('minProperties', 'maxProperties'),
    patterns: texts('pattern').filter((pattern) => !/^\^?(\.\*)?\$?$/.test(pattern)),
    formats: formats.filter((format) => !/^(password|binary)$/.test(format) && !(format in ENCODED)),
    encodings: [
      ...new Set([...texts('contentEncoding'), ...formats.flatMap((format) => ENCODED[format] ?? [])]),
    ].toSorted(),
    // This media type says no more than that there are octets.
    media: texts('contentMediaType').filter((name) => name !== 'application/octet-stream'),
    unique: nodes.some(({ uniqueItems }) => uniqueItems === true),
    ...itemsIn(parts, use),
    required: new Set(
      all('required')
        .flatMap((list) => itemsOf(list).map(({ node }) => String(node)))
        .filter((name) => !hidden.has(name)),
    ),
    ...members,
    unions: (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
      all(keyword)
        .map((list) => ({ at: list.at, branches: itemsOf(list), isExclusive: keyword === 'oneOf' }))
        .filter(({ branches }) => branches.length > 0),
    ),
    rest: restOf(parts, use),
  }
}

/** Formats that stand for an encoding: OpenAPI 3.0 and its guide for 3.1. */
const ENCODED: Readonly<Record<string, string>> = { byte: 'base64', base64: 'base64', base64url: 'base64url' }

function valuesOf(nodes: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] | undefined {
  const lists = nodes.flatMap((node): readonly (readonly unknown[])[] => {
    // Before 3.1 a nullable enumeration had to list null, and authors often forgot that.
    const own = Array.isArray(node.enum) ? [node.nullable === true ? [...node.enum, null] : node.enum] : []
    return 'const' in node ? [...own, [node.const]] : own
  })
  const [first, ...others] = lists
  const among = (list: readonly unknown[]) => new Set(list.map(canonicalText))
  const wanted = others.map(among)
  return first?.filter((value) => wanted.every((list) => list.has(canonicalText(value))))
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
