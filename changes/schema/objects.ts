import { child } from '../../conformance/json/document.ts'
import type { Difference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import type { Schema } from './identity.ts'
import { isMatch } from './match.ts'
import type { Shape } from './shape.ts'

/** Compares the items of lists and the members of objects. */
export function compareObjects(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  return [...compareItems(old, now, comparison), ...compareMembers(old, now, comparison)]
}

function compareItems(old: Shape, now: Shape, { differences }: Comparison): readonly Difference[] {
  if (!old.kinds.has('array') || !now.kinds.has('array')) return []
  const unique: readonly Difference[] =
    old.unique === now.unique
      ? []
      : [
          {
            kind: 'unique-items-changed',
            at: now.at,
            what: now.unique ? 'items have to differ now' : 'items need not differ any more',
            lost: now.unique,
            gained: old.unique,
          },
        ]
  const places = Array.from({ length: Math.max(old.prefix.length, now.prefix.length) }, (_, place) => place)
  const at = (shape: Shape, place: number) => allowed(shape.prefix[place] ?? shape.item)
  const prefix = places.flatMap((place) =>
    members(at(old, place), at(now, place), `${now.at}/prefixItems/${place}`, differences),
  )
  return [...unique, ...prefix, ...members(old.item, now.item, child(now.at, 'items'), differences)]
}

/** A schema, unless it allows nothing. */
const allowed = (schema: Schema | undefined): Schema | undefined =>
  schema !== undefined && forbids(schema) ? undefined : schema

/** Compares two schemas of members that may be forbidden altogether. */
function members(
  old: Schema | undefined,
  now: Schema | undefined,
  at: string,
  differences: Comparison['differences'],
): readonly Difference[] {
  if (old !== undefined && now !== undefined) return differences(old, now)
  if (old === now) return []
  return now === undefined
    ? [{ kind: 'closed', at, what: 'what is not described is no longer allowed', lost: true, gained: false }]
    : [{ kind: 'opened', at, what: 'what is not described is allowed now', lost: false, gained: true }]
}

function compareMembers(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  if (!old.kinds.has('object') || !now.kinds.has('object')) return []
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  const properties = [...names].flatMap((name) => compareMember(name, old, now, comparison))
  return [
    ...properties,
    ...compareRequired(old, now),
    ...comparePatterns(old, now, comparison),
    ...members(old.others, now.others, child(now.at, 'additionalProperties'), comparison.differences),
  ]
}

function compareMember(name: string, old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  const [before, after] = [old.properties.get(name), now.properties.get(name)]
  if (comparison.isStrict) {
    const at = (after ?? before)?.[0]?.at ?? now.at
    const unnamed = (shape: Shape) => othersFor(name, shape)
    return members(
      allowed(before ?? unnamed(old)),
      allowed(after ?? unnamed(now)),
      at,
      comparison.differences,
    )
  }
  if (before !== undefined && after !== undefined)
    return forbids(before) === forbids(after)
      ? comparison.differences(before, after)
      : forbidden(name, after, forbids(after))
  if (after !== undefined) return added(name, after, old, comparison)
  return before === undefined ? [] : removed(name, before, now, comparison)
}

/** The schema of a member that is not described by name. */
function othersFor(name: string, { byPattern, others }: Shape): Schema | undefined {
  const found = [...byPattern].filter(([pattern]) => isMatch(pattern, name)).flatMap(([, schema]) => schema)
  return found.length > 0 ? found : others
}

/** Members that fit a pattern, and that no name describes. Without the pattern they are like all others. */
function comparePatterns(old: Shape, now: Shape, { differences }: Comparison): readonly Difference[] {
  const [before, after] = [old.byPattern, now.byPattern]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((pattern) => {
    const at = after.get(pattern)?.[0]?.at ?? child(child(now.at, 'patternProperties'), pattern)
    const one = allowed(before.get(pattern) ?? old.others)
    return members(one, allowed(after.get(pattern) ?? now.others), at, differences)
  })
}

/** A reader of a property that is now forbidden no longer finds it. */
const forbidden = (name: string, after: Schema, now: boolean): readonly Difference[] => [
  {
    kind: now ? 'property-forbidden' : 'property-allowed',
    at: after[0]?.at ?? '',
    what: now ? `${name} is forbidden now` : `${name} is no longer forbidden`,
    lost: now,
    gained: true,
  },
]

const forbids = (schema: Schema): boolean => schema.some(({ node }) => node === false)

/**
 * Nobody sends members that no description names. So a new property affects no old value, unless the old schema intended such
 * members.
 */
function added(name: string, after: Schema, old: Shape, { differences }: Comparison): readonly Difference[] {
  const at = after[0]?.at ?? old.at
  const others = othersFor(name, old)
  if (forbids(after))
    return others === undefined
      ? []
      : [{ kind: 'property-forbidden', at, what: `${name} is forbidden now`, lost: true, gained: false }]
  const inner = isMeant(old, others) && others !== undefined ? differences(others, after) : []
  return [
    {
      kind: 'property-added',
      at,
      what: `${name} was added`,
      lost: inner.some(({ lost }) => lost),
      gained: others === undefined || inner.some(({ gained }) => gained),
    },
  ]
}

/** A reader of a removed property no longer finds it, or finds an undescribed value. */
function removed(
  name: string,
  before: Schema,
  now: Shape,
  { differences }: Comparison,
): readonly Difference[] {
  const at = before[0]?.at ?? now.at
  const others = othersFor(name, now)
  if (forbids(before))
    return others === undefined
      ? []
      : [{ kind: 'property-allowed', at, what: `${name} is no longer forbidden`, lost: false, gained: true }]
  if (isMeant(now, others) && others !== undefined) {
    const inner = differences(before, others)
    return [
      {
        kind: 'property-removed',
        at,
        what: `${name} is no longer described by itself`,
        lost: inner.some(({ lost }) => lost),
        gained: inner.some(({ gained }) => gained),
      },
    ]
  }
  return [
    {
      kind: 'property-removed',
      at,
      what: `${name} was taken away`,
      lost: others === undefined,
      gained: true,
    },
  ]
}

/** Says whether a schema describes a member by a pattern or as one of the others. */
const isMeant = (shape: Shape, others: Schema | undefined): boolean =>
  shape.othersMeant || others !== shape.others

function compareRequired(old: Shape, now: Shape): readonly Difference[] {
  const at = (name: string, shape: Shape) =>
    shape.properties.get(name)?.[0]?.at ?? child(shape.at, 'required')
  return [
    ...[...now.required]
      .filter((name) => !old.required.has(name))
      .map((name) => ({
        kind: 'required-added',
        at: at(name, now),
        what: `${name} is required now`,
        lost: true,
        gained: false,
      })),
    ...[...old.required]
      .filter((name) => !now.required.has(name))
      .map((name) => ({
        kind: 'required-removed',
        at: at(name, now),
        what: `${name} is no longer required`,
        lost: false,
        gained: true,
      })),
  ]
}
