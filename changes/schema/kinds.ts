import type { Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'

/** The kinds of JSON values. Integers and fractions are separate, so that `number` means both. */
export const KINDS = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

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

/** The kinds that all parts allow, and that listed values have. */
export function kindsOf(parts: readonly Place[], values: readonly unknown[] | undefined): ReadonlySet<Kind> {
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

/** A text that is equal for equal JSON values: the order of members means nothing. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  ) ?? ''
