import type { Comparison } from './comparison.ts'
import type { Schema } from './identity.ts'
import { type Kind, kindOf } from './kinds.ts'
import type { Range, Shape } from './shape.ts'

/** Members are compared to this depth to tell two alternatives apart. */
const DEEPEST = 4

type Within = Pick<Comparison, 'oldShape' | 'oldAccepts'>

/**
 * Says whether two alternatives of one description certainly have no value in common.
 *
 * @param isLenient whether a member that tells them apart may be missing: where both alternatives were there before, nobody
 *   sends messages without it
 */
export function areDisjoint(
  one: Shape,
  other: Shape,
  isLenient: boolean,
  { oldShape, oldAccepts }: Within,
  depth = 0,
): boolean {
  const shared = [...one.kinds].filter((kind) => other.kinds.has(kind))
  if (shared.length === 0) return true
  const listed = one.values ?? other.values
  if (listed !== undefined) return !listed.some((value) => oldAccepts(one, value) && oldAccepts(other, value))
  const within = { oldShape, oldAccepts }
  const apartIn = (schema: Schema, rival: Schema) =>
    depth < DEEPEST && areDisjoint(oldShape(schema), oldShape(rival), false, within, depth + 1)
  return shared.every((kind) => differ(kind, one, other, isLenient, apartIn))
}

type ApartIn = (schema: Schema, rival: Schema) => boolean

function differ(kind: Kind, one: Shape, other: Shape, isLenient: boolean, apartIn: ApartIn): boolean {
  if (kind === 'integer' || kind === 'fraction') return isBelow(one, other) || isBelow(other, one)
  if (kind === 'string') return areApart(one.length, other.length)
  if (kind === 'array') return areApart(one.items, other.items)
  if (kind === 'object')
    return areApart(one.members, other.members) || membersDiffer(one, other, isLenient, apartIn)
  return false
}

const areApart = (one: Range, other: Range): boolean => one[0] > other[1] || other[0] > one[1]

const isBelow = ({ high }: Shape, { low }: Shape): boolean =>
  high.value < low.value || (high.value === low.value && (high.exclusive || low.exclusive))

function membersDiffer(one: Shape, other: Shape, isLenient: boolean, apartIn: ApartIn): boolean {
  if (asksForForbidden(one, other) || asksForForbidden(other, one)) return true
  // Nobody sends members that no description names: each alternative asks for one that the other does not know.
  const asksForMore = (shape: Shape, rival: Shape) =>
    [...shape.required].some((name) => shape.properties.has(name) && !rival.properties.has(name))
  if (asksForMore(one, other) && asksForMore(other, one)) return true
  return [...one.properties].some(([name, schema]) => {
    const rival = other.properties.get(name)
    const counts = isLenient || one.required.has(name) || other.required.has(name)
    return rival !== undefined && counts && apartIn(schema, rival)
  })
}

function asksForForbidden({ required }: Shape, { properties, others, byPattern }: Shape): boolean {
  return [...required].some((name) => {
    const schema = properties.get(name)
    return schema === undefined
      ? others === undefined && byPattern.size === 0
      : schema.some(({ node }) => node === false)
  })
}

/** Says whether a value is found that fits two alternatives of one description. */
export function findsShared(one: Shape, other: Shape, { oldShape, oldAccepts, probe }: Comparison): boolean {
  const isWithin = (inner: Shape, outer: Shape) => !probe(inner, outer).some(({ lost }) => lost)
  const candidates = [one, other].flatMap((shape) => samplesOf(shape, oldShape, 0))
  const joint = jointOf(one, other, oldShape)
  return (
    [...candidates, ...joint].some((value) => oldAccepts(one, value) && oldAccepts(other, value)) ||
    isWithin(one, other) ||
    isWithin(other, one)
  )
}

/** A few values of a shape, most at the edges of its rules. */
function samplesOf(shape: Shape, shapeOf: Comparison['oldShape'], depth: number): readonly unknown[] {
  if (shape.values !== undefined) return shape.values
  const { low, high, length, kinds, required, properties } = shape
  const numbers = [0, 0.5, low.value, low.value + 1, high.value, high.value - 1].filter(Number.isFinite)
  const size = Math.min(length[0], 1000)
  const texts = ['', 'a', '1', 'a'.repeat(size), '1'.repeat(size)]
  const first = (name: string): unknown =>
    depth < DEEPEST ? samplesOf(shapeOf(properties.get(name) ?? []), shapeOf, depth + 1)[0] : null
  const whole = Object.fromEntries([...required].map((name) => [name, first(name)]))
  const all: readonly unknown[] = [...texts, ...numbers, true, false, null, [], whole]
  return all.filter((value) => kinds.has(kindOf(value)))
}

/** The smallest object that two shapes may share. */
function jointOf(one: Shape, other: Shape, shapeOf: Comparison['oldShape']): readonly unknown[] {
  const names = [...new Set([...one.required, ...other.required])]
  const schemaOf = (name: string) => [
    ...(one.properties.get(name) ?? []),
    ...(other.properties.get(name) ?? []),
  ]
  return [Object.fromEntries(names.map((name) => [name, samplesOf(shapeOf(schemaOf(name)), shapeOf, 0)[0]]))]
}
