import { isDeepStrictEqual } from 'node:util'
import { member, membersOf, type Place } from '../../conformance/json/document.ts'
import type { Difference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import type { Shape } from './shape.ts'

/** Compares the rare keywords: `not`, conditions, `contains` and the like. */
export function compareRest(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  const keywords = new Set([...old.rest, ...now.rest].map(([keyword]) => keyword))
  return [...keywords].flatMap((keyword) => {
    const [before, after] = [placesOf(old, keyword), placesOf(now, keyword)]
    return compareKeyword(keyword, before, after, { old, now, comparison })
  })
}

interface Context {
  readonly old: Shape
  readonly now: Shape
  readonly comparison: Comparison
}

const placesOf = ({ rest }: Shape, wanted: string): readonly Place[] =>
  rest.filter(([keyword]) => keyword === wanted).map(([, place]) => place)

function compareKeyword(
  keyword: string,
  before: readonly Place[],
  after: readonly Place[],
  { old, now, comparison }: Context,
): readonly Difference[] {
  const at = now.at
  const difference = (kind: string, what: string, lost: boolean, gained: boolean): readonly Difference[] => [
    { kind, at, what, lost, gained },
  ]
  if (keyword === 'x-not-shown')
    return before.length === after.length
      ? []
      : difference('form-shown', 'its former form is not shown', true, true)
  if (keyword === 'if') return []
  const [one, other] = [before[0], after[0]]
  if (one === undefined || other === undefined) {
    const added = one === undefined
    return difference(
      `${keyword}-${added ? 'added' : 'removed'}`,
      `\`${keyword}\` was ${added ? 'added' : 'taken away'}`,
      added,
      !added,
    )
  }
  // `then` and `else` without `if` never apply.
  if ((keyword === 'then' || keyword === 'else') && !sameTests(old, now, comparison))
    return difference(
      'condition-changed',
      `what follows from \`${keyword}\` now applies elsewhere`,
      true,
      true,
    )
  if (before.length > 1 || after.length > 1)
    return isDeepStrictEqual(before.map(nodeOf), after.map(nodeOf))
      ? []
      : difference(`${keyword}-changed`, `\`${keyword}\` changed`, true, true)
  return comparePair(keyword, one, other, comparison)
}

const nodeOf = ({ node }: Place): unknown => node

function comparePair(
  keyword: string,
  one: Place,
  other: Place,
  { differences }: Comparison,
): readonly Difference[] {
  switch (keyword) {
    case 'not':
      return differences([one], [other]).map((inner) => ({
        ...inner,
        lost: inner.gained,
        gained: inner.lost,
      }))
    case 'dependentRequired':
      return isDeepStrictEqual(one.node, other.node)
        ? []
        : [
            {
              kind: 'dependent-required-changed',
              at: other.at,
              what: 'what requires what changed',
              lost: true,
              gained: true,
            },
          ]
    case 'patternProperties':
    case 'dependentSchemas':
      return compareMaps(one, other, differences)
    default:
      return differences([one], [other])
  }
}

function compareMaps(
  one: Place,
  other: Place,
  differences: Comparison['differences'],
): readonly Difference[] {
  const names = new Set([...membersOf(one), ...membersOf(other)].map(([name]) => name))
  return [...names].flatMap((name) => {
    const [before, after] = [member(one, name), member(other, name)]
    if (before !== undefined && after !== undefined) return differences([before], [after])
    return [
      {
        kind: 'pattern-properties-changed',
        at: (after ?? before ?? other).at,
        what: after === undefined ? `the rule for ${name} was taken away` : `a rule for ${name} was added`,
        lost: after !== undefined,
        gained: after === undefined,
      },
    ]
  })
}

function sameTests(old: Shape, now: Shape, { differences }: Comparison): boolean {
  const [before, after] = [placesOf(old, 'if'), placesOf(now, 'if')]
  if (before.length !== after.length) return false
  return before.every((one, place) => {
    const other = after[place]
    return other !== undefined && !differences([one], [other]).some(({ lost, gained }) => lost || gained)
  })
}
