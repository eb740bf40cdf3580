import type { Description } from '../../conformance/json/document.ts'
import { once } from '../../conformance/once.ts'
import { alike } from '../alike.ts'
import type { Difference } from '../change.ts'
import { acceptsIn } from './accepts.ts'
import { compareRest } from './compare-rest.ts'
import type { Comparison } from './comparison.ts'
import { identity, type Schema } from './identity.ts'
import { KINDS, type Kind } from './kinds.ts'
import { compareObjects } from './objects.ts'
import { compareScalars } from './scalars.ts'
import { type Shape, shapeOf } from './shape.ts'
import { compareUnions } from './unions.ts'
import type { Use } from './use.ts'
import { compareValues } from './values.ts'

/** Schemas are compared recursively to this depth; large documents have chains of a thousand. */
const DEEPEST = 100

/** The largest number of pairs that are compared to find if one alternative lies within another. */
const MOST_PROBED = 400

type Sides = Pick<Comparison, 'old' | 'now' | 'oldShape' | 'newShape'>

/**
 * Compares schemas by one question: is every value that was allowed still allowed, and the other way round? A pair that is
 * already being compared counts as equal: its differences are found there.
 */
export function comparisonOf(old: Description, now: Description, use: Use): Comparison {
  return comparisonWith({ old, now, oldShape: shapesOf(old, use), newShape: shapesOf(now, use) })
}

/** The shapes of one description; the same schema always has the same shape. */
function shapesOf(document: Description, use: Use): (schema: Schema) => Shape {
  const known = new Map<string, Shape>()
  return (schema) => {
    const key = identity(schema)
    const shape = known.get(key) ?? shapeOf(schema, use, document)
    known.set(key, shape)
    return shape
  }
}

/** @param budget how many pairs may be compared; after that any two count as different */
function comparisonWith(sides: Sides, budget = Number.POSITIVE_INFINITY, isStrict = false): Comparison {
  const { old, now, oldShape, newShape } = sides
  const found = new Map<string, readonly Difference[]>()
  const keyOf = (one: Schema, other: Schema) => `${identity(one)}|${identity(other)}`
  /** Pairs that lie too deep; they are compared separately. */
  const putOff: (readonly [Schema, Schema])[] = []
  let depth = 0
  const isProbe = Number.isFinite(budget)
  const strict = once(() => (isStrict ? comparison : comparisonWith(sides, budget, true)))

  const compare = (before: Schema, after: Schema): readonly Difference[] => {
    const [one, other] = [oldShape(before), newShape(after)]
    const result =
      one.unions.length > 0 || other.unions.length > 0
        ? compareUnions({ schema: before, shape: one }, { schema: after, shape: other }, comparison)
        : plainly(one, other, comparison)
    // Reports a difference once, even if many schemas share it.
    return [...new Set(result)]
  }

  const comparison: Comparison = {
    ...sides,
    isStrict,
    oldAccepts: acceptsIn(oldShape),
    newAccepts: acceptsIn(newShape),
    alike: (one, other) => alike(one, other, old, now),
    all(before, after) {
      const result = [...comparison.differences(before, after)]
      for (let pair = putOff.pop(); pair !== undefined; pair = putOff.pop()) {
        found.delete(keyOf(...pair))
        result.push(...comparison.differences(...pair))
      }
      return result
    },
    strictly: (before, after) =>
      isStrict ? comparison.differences(before, after) : strict().all(before, after),
    differences(before, after) {
      const key = keyOf(before, after)
      const known = found.get(key)
      if (known !== undefined) return known
      if (isProbe && (found.size >= budget || depth >= DEEPEST)) return UNLIKE
      found.set(key, [])
      if (depth >= DEEPEST) {
        putOff.push([before, after])
        return []
      }
      depth += 1
      const result = compare(before, after)
      depth -= 1
      found.set(key, result)
      return result
    },
    plainly: (before, after) => plainly(before, after, comparison),
    probe: (before, after) =>
      plainly(before, after, isProbe ? comparison : comparisonWith(sides, MOST_PROBED, isStrict)),
    among: (side) => {
      const [document, shape] = side === 'old' ? [old, oldShape] : [now, newShape]
      return comparisonWith(
        { old: document, now: document, oldShape: shape, newShape: shape },
        MOST_PROBED,
        true,
      )
    },
  }
  return comparison
}

const UNLIKE: readonly Difference[] = [
  { kind: 'unlike', at: '', what: 'too much to compare', lost: true, gained: true },
]

function plainly(before: Shape, after: Shape, comparison: Comparison): readonly Difference[] {
  const isOtherVersion = comparison.old.siblings !== comparison.now.siblings
  const isDoubtful = isOtherVersion && (before.isNullDoubtful || after.isNullDoubtful)
  const [old, now] = isDoubtful ? [withoutNull(before), withoutNull(after)] : [before, after]
  const kinds = compareKinds(old, now)
  const rest = compareRest(old, now, comparison)
  // Where one side lists its values, only these values decide.
  if (old.values !== undefined || now.values !== undefined)
    return [...kinds, ...compareValues(old, now, comparison), ...rest]
  const both = (kind: Kind) => old.kinds.has(kind) && now.kinds.has(kind)
  return [
    ...kinds,
    ...compareScalars(old, now),
    ...(both('array') || both('object') ? compareObjects(old, now, comparison) : []),
    ...rest,
  ]
}

function withoutNull(shape: Shape): Shape {
  const kinds = new Set([...shape.kinds].filter((kind) => kind !== 'null'))
  return shape.values === undefined
    ? { ...shape, kinds }
    : { ...shape, kinds, values: shape.values.filter((value) => value !== null) }
}

function compareKinds(old: Shape, now: Shape): readonly Difference[] {
  const [lost, gained] = [without(old, now), without(now, old)]
  if (lost.length === 0 && gained.length === 0) return []
  return [
    {
      kind:
        lost.length > 0 && gained.length > 0
          ? 'type-changed'
          : lost.length > 0
            ? 'type-narrowed'
            : 'type-widened',
      at: now.at,
      what: `the type was ${wordOf(old)} and is ${wordOf(now)}`,
      lost: lost.length > 0,
      gained: gained.length > 0,
    },
  ]
}

/** Kinds that only one side has. */
const without = (one: Shape, other: Shape): readonly Kind[] =>
  [...one.kinds].filter((kind) => !other.kinds.has(kind))

function wordOf({ kinds }: Shape): string {
  if (kinds.size === KINDS.length) return 'any'
  if (kinds.size === 0) return 'none'
  const names = [...kinds].filter(
    (kind) => kind !== 'fraction' && !(kind === 'integer' && kinds.has('fraction')),
  )
  return [...names, ...(kinds.has('fraction') ? ['number'] : [])].join(' or ')
}
