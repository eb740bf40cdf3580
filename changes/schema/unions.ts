import type { Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import { type Schema, stripped } from './identity.ts'
import { KINDS, type Kind, kindOf, type Shape } from './shape.ts'

/** One alternative of a union, together with the rules that apply to all alternatives. */
interface Branch {
  readonly shape: Shape
  /** A name by which branches of both sides are paired. */
  readonly name: string
  /** True where the branch is a reference to a component. */
  readonly isNamed: boolean
}

interface Side {
  readonly schema: Schema
  readonly shape: Shape
}

const MOST_BRANCHES = 200

/** Compares schemas of which at least one has alternatives: each must find its counterpart in the other schema. */
export function compareUnions(old: Side, now: Side, comparison: Comparison): readonly Difference[] {
  const before = branchesOf(old, comparison.oldShape)
  const after = branchesOf(now, comparison.newShape)
  const pairs = pairUp(before, after)
  const inner = pairs.map(([one, other]) => ({
    one,
    other,
    found: comparison.plainly(one.shape, other.shape),
  }))
  const isKept = (one: Branch) => after.some((other) => !loses(comparison.probe(one.shape, other.shape)))
  const isKnown = (other: Branch) => before.some((one) => !gains(comparison.probe(one.shape, other.shape)))
  const paired = new Set(pairs.flat())
  const at = now.shape.at
  return [
    ...inner.flatMap(({ one, other, found }) => {
      // A component that both sides name is compared at its own place.
      if (one.isNamed && other.isNamed) return found
      const lost = loses(found) && !isKept(one)
      const gained = gains(found) && !isKnown(other)
      return found
        .filter((each) => (!each.lost && !each.gained) || (each.lost && lost) || (each.gained && gained))
        .map((each) =>
          (each.lost && !lost) || (each.gained && !gained)
            ? { ...each, lost: each.lost && lost, gained: each.gained && gained }
            : each,
        )
    }),
    ...before
      .filter((one) => !paired.has(one) && !isKept(one))
      .map((one) => ({
        kind: 'alternative-removed',
        at,
        what: `the alternative ${one.name} was taken away`,
        lost: true,
        gained: false,
      })),
    ...after
      .filter((other) => !paired.has(other))
      .map((other) => ({
        kind: 'alternative-added',
        at,
        what: `the alternative ${other.name} was added`,
        lost: false,
        gained: !isKnown(other),
      })),
  ]
}

const loses = (found: readonly Difference[]): boolean => found.some(({ lost }) => lost)
const gains = (found: readonly Difference[]): boolean => found.some(({ gained }) => gained)

/** Pairs branches with the same name on both sides, in their order. If one is left on each side, these two are a pair. */
function pairUp(before: readonly Branch[], after: readonly Branch[]): readonly (readonly [Branch, Branch])[] {
  const named = (branches: readonly Branch[]) => Map.groupBy(branches, ({ name }) => name)
  const [olds, nows] = [named(before), named(after)]
  const byName = [...olds].flatMap(([name, ones]) => {
    const others = nows.get(name) ?? []
    return ones.length === others.length
      ? ones.map((one, place) => [one, others[place] as Branch] as const)
      : []
  })
  const left = before.filter((one) => !byName.some(([known]) => known === one))
  const free = after.filter((other) => !byName.some(([, known]) => known === other))
  const [one, other] = [left[0], free[0]]
  const alike =
    one !== undefined && other !== undefined && [...one.shape.kinds].join() === [...other.shape.kinds].join()
  return left.length === 1 && free.length === 1 && alike ? [...byName, [one, other]] : byName
}

function branchesOf({ schema, shape }: Side, shapeOf: (schema: Schema) => Shape): readonly Branch[] {
  const base = shape.parts.map((part) => ({
    ...part,
    node: isObject(part.node) ? stripped(part.node, 'oneOf', 'anyOf') : part.node,
  }))
  const expanded = shape.unions.reduce<readonly Schema[]>(
    (schemas, group) =>
      schemas.length * group.length > MOST_BRANCHES
        ? schemas
        : schemas.flatMap((one) => group.map((branch) => [...one, branch])),
    [shape.unions.length === 0 ? schema : base],
  )
  return expanded.flatMap((one): readonly Branch[] => {
    const branch = shapeOf(one)
    if (branch.unions.length > 0) return branchesOf({ schema: one, shape: branch }, shapeOf)
    const name = nameOf(one.at(-1), branch)
    if (branch.kinds.size === 0) return []
    const isNamed = isReference(one.at(-1))
    if (branch.kinds.size === KINDS.length) return [{ shape: branch, name: name ?? 'anything', isNamed }]
    const parts = kindsOf(branch)
    return parts.map((kinds) => ({
      shape: { ...branch, kinds, ...valuesAmong(branch, kinds) },
      name: [name ?? [], name === undefined || parts.length > 1 ? wordOf(kinds) : []].flat().join(' '),
      isNamed,
    }))
  })
}

const isReference = (place: Place | undefined): boolean =>
  isObject(place?.node) && typeof place.node.$ref === 'string'

const wordOf = (kinds: ReadonlySet<Kind>): string => [...kinds].at(-1) ?? ''

/** The kinds of the alternatives; `number` is one alternative for integers and fractions. */
function kindsOf({ kinds }: Shape): readonly ReadonlySet<Kind>[] {
  const isNumber = (kind: Kind) => kind === 'integer' || kind === 'fraction'
  const numbers = [...kinds].filter(isNumber)
  const others = [...kinds].filter((kind) => !isNumber(kind)).map((kind) => new Set([kind]))
  return numbers.length > 0 ? [...others, new Set(numbers)] : others
}

const valuesAmong = ({ values }: Shape, kinds: ReadonlySet<Kind>): Pick<Shape, 'values'> =>
  values === undefined ? {} : { values: values.filter((value) => kinds.has(kindOf(value))) }

/** The name of an alternative: its reference, a member with a single value, or its title. */
function nameOf(place: Place | undefined, { properties }: Shape): string | undefined {
  const node = place?.node
  if (!isObject(node)) return undefined
  if (typeof node.$ref === 'string') return node.$ref.split('/').at(-1)
  for (const [name, schema] of properties)
    for (const { node: property } of schema) {
      if (!isObject(property)) continue
      const only =
        property.const ??
        (Array.isArray(property.enum) && property.enum.length === 1 ? property.enum[0] : undefined)
      if (only !== undefined) return `${name} ${JSON.stringify(only)}`
    }
  return typeof node.title === 'string' ? node.title : undefined
}
