import type { Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { type Schema, stripped } from './identity.ts'
import { KINDS, type Kind, kindOf } from './kinds.ts'
import type { Shape } from './shape.ts'

/** One alternative of a union, together with the rules that apply to all alternatives. */
export interface Branch {
  readonly shape: Shape
  /** A name by which branches of both sides are paired. */
  readonly name: string
  /** True where the branch is a reference to a component. */
  readonly isNamed: boolean
  /** By place of a union whose alternatives exclude each other: the alternative that was taken. */
  readonly choices: ReadonlyMap<string, number>
}

export interface BranchSide {
  readonly schema: Schema
  readonly shape: Shape
}

export const MOST_BRANCHES = 200

interface Choosing {
  readonly schema: Schema
  readonly choices: ReadonlyMap<string, number>
}

/** Every combination of alternatives, those of alternatives too; cut where there are too many. */
export function branchesOf(
  { schema, shape }: BranchSide,
  shapeOf: (schema: Schema) => Shape,
  chosen: ReadonlyMap<string, number> = new Map(),
): { readonly branches: readonly Branch[]; readonly isCut: boolean } {
  const base = shape.parts.map((part) => ({
    ...part,
    node: isObject(part.node) ? stripped(part.node, 'oneOf', 'anyOf', 'discriminator') : part.node,
  }))
  const start: readonly Choosing[] = [{ schema: shape.unions.length === 0 ? schema : base, choices: chosen }]
  let isCut = false
  const expanded = shape.unions.reduce((found, { at, branches, isExclusive }) => {
    if (found.length * branches.length > MOST_BRANCHES) {
      isCut = true
      return found
    }
    return found.flatMap((one) =>
      branches.map((branch, place) => ({
        schema: [...one.schema, { ...branch, isInner: true }],
        choices: isExclusive ? new Map([...one.choices, [at, place]]) : one.choices,
      })),
    )
  }, start)
  const found = expanded.flatMap(({ schema: one, choices }): readonly Branch[] => {
    const branch = shapeOf(one)
    if (branch.unions.length > 0) {
      const below = branchesOf({ schema: one, shape: branch }, shapeOf, choices)
      isCut ||= below.isCut
      return below.branches
    }
    const name = nameOf(one.at(-1), branch)
    if (branch.kinds.size === 0) return []
    const isNamed = isReference(one.at(-1))
    if (branch.kinds.size === KINDS.length)
      return [{ shape: branch, name: name ?? 'anything', isNamed, choices }]
    const parts = kindsOf(branch)
    return parts.map((kinds) => ({
      shape: { ...branch, kinds, ...valuesAmong(branch, kinds) },
      name: [name ?? [], name === undefined || parts.length > 1 ? wordOf(kinds) : []].flat().join(' '),
      isNamed,
      choices,
    }))
  })
  return { branches: found, isCut }
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
