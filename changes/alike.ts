import { isDeepStrictEqual } from 'node:util'
import { type Description, itemsOf, membersOf, type Place } from '../conformance/json/document.ts'
import { isObject } from '../conformance/json/object.ts'
import { FIELDS } from './fields.ts'

/** Below these fields, keys are names that an author chose. */
export const NAMES = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'mapping', 'scopes'],
  ...['schemas', 'parameters', 'responses', 'headers', 'requestBodies', 'securitySchemes', 'callbacks'],
  ...['paths', 'webhooks', 'examples', 'variables', 'content', 'pathItems', 'mediaTypes', 'encoding'],
])

/** Below these fields there are values, not fields. */
const VALUES = new Set(['enum', 'const'])

/** Fields that are remarks in every object that has them. */
export const REMARKS = new Set(
  Object.values(FIELDS)
    .flatMap(({ remark = [] }) => remark)
    .filter(
      (name) =>
        !Object.values(FIELDS).some(({ judged = [], unknown = [] }) =>
          [...judged, ...unknown].includes(name),
        ),
    ),
)

/**
 * Says whether two parts of two documents say the same: equal but for remarks, with references resolved. Parts that contain
 * themselves are equal if nothing else differs.
 */
export function alike(
  old: Place | undefined,
  now: Place | undefined,
  before: Description,
  after: Description,
): boolean {
  const seen = new Map<unknown, Set<unknown>>()
  const equal = (one: Place | undefined, other: Place | undefined, named: boolean): boolean => {
    if (one === undefined || other === undefined) return one === other
    const [left, right] = [before.resolve(one), after.resolve(other)]
    const [a, b] = [left.node, right.node]
    if (Array.isArray(a) && Array.isArray(b)) {
      const [items, others] = [itemsOf(left), itemsOf(right)]
      return items.length === others.length && items.every((item, at) => equal(item, others[at], false))
    }
    if (!isObject(a) || !isObject(b)) return isDeepStrictEqual(a, b)
    const known = seen.get(a) ?? new Set()
    if (known.has(b)) return true
    seen.set(a, known.add(b))
    const [members, rest] = [new Map(reported(left, named)), new Map(reported(right, named))]
    return [...new Set([...members.keys(), ...rest.keys()])].every((key) =>
      !named && VALUES.has(key)
        ? isDeepStrictEqual(members.get(key)?.node, rest.get(key)?.node)
        : equal(members.get(key), rest.get(key), !named && NAMES.has(key)),
    )
  }
  return equal(old, now, false)
}

/** Says whether a value names the dialect that OpenAPI has anyway. */
export const isUsualDialect = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^https:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/dialect\/[\w.-]+)#?$/.test(
    value,
  )

const reported = (place: Place, named: boolean): readonly (readonly [string, Place])[] =>
  named
    ? membersOf(place)
    : membersOf(place).filter(
        ([key, { node }]) =>
          !isUsualDialect(node) && !(REMARKS.has(key) || (key.startsWith('x-') && key !== 'x-not-shown')),
      )
