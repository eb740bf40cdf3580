import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import { type Difference, unknownDifference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import type { Schema } from './identity.ts'
import type { Shape } from './shape.ts'

/** A discriminator: its member, and the schema that each value of this member stands for. */
interface Choice {
  readonly place: Place
  readonly property: string
  readonly targets: ReadonlyMap<string, Place>
}

/** Compares which values of which member choose an alternative or an heir. */
export function compareDiscriminators(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  const before = choicesIn(old, comparison.oldShape, comparison.old)
  const after = choicesIn(now, comparison.newShape, comparison.now)
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, place) => place).flatMap((place): readonly Difference[] => {
    const [one, other] = [before[place], after[place]]
    if (one !== undefined && other !== undefined) return compareChoice(one, other, comparison)
    const only = (one ?? other) as Choice
    // Where schemas name the values anyway, the discriminator says nothing new.
    if (only.targets.size === 0) return []
    return [
      unknownDifference(only.place.at, `a discriminator was ${one === undefined ? 'added' : 'taken away'}`),
    ]
  })
}

function compareChoice(one: Choice, other: Choice, comparison: Comparison): readonly Difference[] {
  const { at } = other.place
  const reported = (what: string, lost: boolean, gained: boolean) => ({
    kind: 'discriminator-changed',
    at,
    what,
    lost,
    gained,
  })
  const [usual, present] = [member(one.place, 'defaultMapping'), member(other.place, 'defaultMapping')]
  return [
    ...(one.property === other.property
      ? []
      : [reported(`alternatives were chosen by ${one.property} and are by ${other.property}`, true, true)]),
    ...[...one.targets].flatMap(([value, target]): readonly Difference[] => {
      const found = other.targets.get(value)
      return found === undefined
        ? [reported(`${value} no longer chooses an alternative`, true, false)]
        : comparison.differences([target], [found])
    }),
    ...[...other.targets.keys()]
      .filter((value) => !one.targets.has(value))
      .map((value) => reported(`${value} chooses an alternative now`, false, true)),
    ...(comparison.alike(usual, present) ? [] : [unknownDifference(at, '`defaultMapping` changed')]),
  ]
}

/** Discriminators are looked for in alternatives of alternatives to this depth. */
const DEEPEST = 5

function choicesIn(
  shape: Shape,
  shapeOf: (schema: Schema) => Shape,
  document: Description,
  depth = 0,
): readonly Choice[] {
  const branches = shape.unions.flatMap((union) => union.branches)
  const own = shape.rest.discriminators.flatMap((place): readonly Choice[] => {
    const { node } = place
    if (!isObject(node)) return []
    const property = String(node.propertyName)
    const heirs = branches.length === 0 ? heirsOf(place, document) : []
    const candidates = [...branches.map((branch) => [nameOf(branch), branch] as const), ...heirs]
    const explicit = isObject(node.mapping) ? Object.entries(node.mapping) : []
    const named = new Set(explicit.map(([, target]) => String(target).split('/').at(-1)))
    const targets = [
      ...explicit.map(([value, target]) => targetOf(value, String(target), document)),
      ...candidates.filter(([name]) => name !== undefined && !named.has(name)),
    ].flatMap(([name, target]) =>
      name === undefined || target === undefined ? [] : [[name, target] as const],
    )
    return [
      {
        place,
        property,
        targets: new Map(targets.filter(([, target]) => !isFixed(property, shapeOf([target])))),
      },
    ]
  })
  const inner =
    depth >= DEEPEST
      ? []
      : branches.flatMap((branch) => {
          const below = shapeOf([branch])
          return below.unions.length > 0 ? choicesIn(below, shapeOf, document, depth + 1) : []
        })
  return [...own, ...inner]
}

const nameOf = ({ node }: Place): string | undefined =>
  isObject(node) && typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined

/** A value of a mapping with its schema: a reference or the name of a component. One elsewhere is known by its name only. */
function targetOf(value: string, target: string, { root }: Description): readonly [string, Place] {
  const at = /[/#]/.test(target) ? target.replace(/^#/, '') : `/components/schemas/${target}`
  const isHere = at.startsWith('/') && valueAt(root, at) !== undefined
  return isHere
    ? [value, { node: { $ref: `#${at}` }, at: '' }]
    : [`${value} (${target})`, { node: {}, at: '' }]
}

/** Says whether a schema itself lists the values of a member. */
const isFixed = (name: string, { properties }: Shape): boolean =>
  (properties.get(name) ?? []).some(({ node }) => isObject(node) && ('const' in node || 'enum' in node))

/** The components that extend the schema with this discriminator by `allOf`. */
function heirsOf({ at }: Place, document: Description): readonly (readonly [string, Place])[] {
  const ref = `#${at.replace(/\/discriminator$/, '')}`
  const components = member({ node: document.root, at: '' }, 'components')
  const schemas = components && member(components, 'schemas')
  return (schemas === undefined ? [] : membersOf(schemas)).filter(
    ([, { node }]) =>
      isObject(node) &&
      Array.isArray(node.allOf) &&
      node.allOf.some((part) => isObject(part) && part.$ref === ref),
  )
}
