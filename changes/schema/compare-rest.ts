import { child, type Place } from '../../conformance/json/document.ts'
import { type Difference, unknownDifference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import { compareConditions } from './conditions.ts'
import { compareDiscriminators } from './discriminators.ts'
import type { Contained } from './rest.ts'
import type { Shape } from './shape.ts'

/** Compares the rare rules: `not`, conditions, `contains` and the like, and what is not understood. */
export function compareRest(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  const [before, after] = [old.rest, now.rest]
  const at = now.at
  const both = (...kinds: readonly (typeof old.kinds extends ReadonlySet<infer One> ? One : never)[]) =>
    kinds.some((kind) => old.kinds.has(kind) && now.kinds.has(kind))
  const difference = (kind: string, what: string, lost: boolean, gained: boolean): readonly Difference[] => [
    { kind, at, what, lost, gained },
  ]
  const places = (keyword: string, ones: readonly Place[], others: readonly Place[]) =>
    paired(ones, others, at, keyword, (one, other) => comparison.strictly([one], [other]))
  return [
    ...(before.notShown.length === after.notShown.length
      ? []
      : difference('form-shown', 'its former form is not shown', true, true)),
    ...paired(before.nots, after.nots, at, 'not', (one, other) =>
      comparison.strictly([one], [other]).map(turned),
    ),
    ...compareConditions(before.conditions, after.conditions, at, comparison),
    ...(both('array')
      ? paired(before.contains, after.contains, at, 'contains', (one, other) =>
          contained(one, other, at, comparison),
        )
      : []),
    ...(both('object')
      ? [
          ...paired(before.names, after.names, at, 'propertyNames', (one, other) =>
            comparison.strictly([TEXT, one], [TEXT, other]),
          ),
          ...compareDependents(old, now, comparison),
          ...compareDiscriminators(old, now, comparison),
        ]
      : []),
    ...(both('string') ? places('contentSchema', before.contents, after.contents) : []),
    ...compareUnknowns(old, now, comparison),
  ]
}

const TEXT: Place = { node: { type: 'string' }, at: '' }

/** Turns a difference round: a value that a negated schema loses is gained. */
const turned = (inner: Difference): Difference => ({ ...inner, lost: inner.gained, gained: inner.lost })

/** Compares rules of which all have to hold: equal ones first, others in their order. One that is there on one side only restricts that side. */
function paired<One>(
  before: readonly One[],
  after: readonly One[],
  at: string,
  keyword: string,
  compare: (one: One, other: One) => readonly Difference[],
): readonly Difference[] {
  const isKnown = (one: One) => after.some((other) => compare(one, other).length === 0)
  const isFormer = (other: One) => before.some((one) => compare(one, other).length === 0)
  const count = Math.max(before.length, after.length)
  const [left, right] =
    count === 1
      ? [before, after]
      : [before.filter((one) => !isKnown(one)), after.filter((other) => !isFormer(other))]
  const most = Math.max(left.length, right.length)
  return Array.from({ length: most }, (_, place) => place).flatMap((place): readonly Difference[] => {
    const [one, other] = [left[place], right[place]]
    if (one !== undefined && other !== undefined) {
      const found = compare(one, other)
      // Where there are several, another one may make up for what one of them allows.
      return count === 1 ? found : found.map((each) => ({ ...each, lost: true, gained: true }))
    }
    const isAdded = one === undefined
    const what = `\`${keyword}\` was ${isAdded ? 'added' : 'taken away'}`
    return [
      { kind: `${keyword}-${isAdded ? 'added' : 'removed'}`, at, what, lost: isAdded, gained: !isAdded },
    ]
  })
}

/** The number of items that fit a narrower schema is smaller: the lower limit is harder to reach, the upper one easier to keep. */
function contained(
  one: Contained,
  other: Contained,
  at: string,
  { strictly }: Comparison,
): readonly Difference[] {
  const inner = strictly([one.place], [other.place])
  const [least, most] = [other.from - one.from, one.to === other.to ? 0 : one.to - other.to]
  const isLimited =
    Math.max(one.to, other.to) < Number.POSITIVE_INFINITY || one.from === 0 || other.from === 0
  const shown = ({ from, to }: Contained) => `${from} to ${Number.isFinite(to) ? to : 'any number'}`
  return [
    ...inner.map((each) => (isLimited ? { ...each, lost: true, gained: true } : each)),
    ...(least === 0 && most === 0
      ? []
      : [
          {
            kind: 'contains-changed',
            at,
            what: `the number of items that fit \`contains\` was ${shown(one)} and is ${shown(other)}`,
            lost: least > 0 || most > 0,
            gained: least < 0 || most < 0,
          },
        ]),
  ]
}

function compareDependents(old: Shape, now: Shape, { strictly }: Comparison): readonly Difference[] {
  const [before, after] = [old.rest.dependents, now.rest.dependents]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): readonly Difference[] => {
    const [one, other] = [before.get(name), after.get(name)]
    if (one !== undefined && other !== undefined) return strictly(one, other)
    return [
      {
        kind: one === undefined ? 'dependent-added' : 'dependent-removed',
        at: (other ?? one)?.[0]?.at ?? now.at,
        what: `what the presence of ${name} asks for was ${one === undefined ? 'added' : 'taken away'}`,
        lost: one === undefined,
        gained: other === undefined,
      },
    ]
  })
}

function compareUnknowns(old: Shape, now: Shape, { alike }: Comparison): readonly Difference[] {
  const of = ({ rest }: Shape, wanted: string) =>
    rest.unknown.filter(([keyword]) => keyword === wanted).map(([, place]) => place)
  const keywords = new Set([...old.rest.unknown, ...now.rest.unknown].map(([keyword]) => keyword))
  return [...keywords].flatMap((keyword) => {
    const [before, after] = [of(old, keyword), of(now, keyword)]
    const isLate = keyword.startsWith('unevaluated')
    // The members that are left over depend on everything beside it.
    const same = allAlike(before, after, alike) && (!isLate || allAlike(old.parts, now.parts, alike))
    const what =
      before.length === after.length
        ? 'changed'
        : before.length < after.length
          ? 'was added'
          : 'was taken away'
    return same
      ? []
      : [
          unknownDifference(
            (after[0] ?? before[0])?.at ?? child(now.at, keyword),
            `\`${keyword}\`, or what it depends on, ${what}`,
          ),
        ]
  })
}

const allAlike = (before: readonly Place[], after: readonly Place[], alike: Comparison['alike']): boolean =>
  before.length === after.length && before.every((one, place) => alike(one, after[place]))
