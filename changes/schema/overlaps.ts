import { type Difference, unknownDifference } from '../change.ts'
import type { Branch } from './branches.ts'
import type { Comparison } from './comparison.ts'
import { areDisjoint, findsShared } from './disjoint.ts'

type Pair = readonly [Branch, Branch]

/** Two alternatives of one side that exclude each other and share values, and what that changes. */
interface Overlap {
  readonly difference: Difference
  readonly pair: Pair
}

interface Pairs {
  /** Alternatives of both sides that belong together. */
  readonly pairs: readonly Pair[]
  /** Those of them that did not change. */
  readonly equal: readonly Pair[]
  /** True where a discriminator chooses among the alternatives. Documents do not say if it alone decides. */
  readonly isChosen: Readonly<Record<'old' | 'now', boolean>>
  readonly at: string
}

/**
 * Alternatives of `oneOf` exclude each other: a value that fits two of them is refused. Two that overlap now refuse what was
 * right, and two that overlapped before may let something in.
 */
export function compareOverlaps(
  before: readonly Branch[],
  after: readonly Branch[],
  { pairs, equal, isChosen, at }: Pairs,
  comparison: Comparison,
): readonly Overlap[] {
  if (equal.length === before.length && equal.length === after.length && sameChoices(equal)) return []
  const counterpart = (pair: Pair, from: 0 | 1) =>
    pair.map((branch) => pairs.find((known) => known[from] === branch)?.[(1 - from) as 0 | 1])
  const unchanged = (pair: Pair, from: 0 | 1) =>
    pair.every((branch) => equal.some((known) => known[from] === branch))
  const reported = (side: 'old' | 'now', from: 0 | 1): readonly Overlap[] => {
    const branches = side === 'old' ? before : after
    const inner = comparison.among(side)
    return rivals(branches).flatMap((pair): readonly Overlap[] => {
      const [one, other] = counterpart(pair, from)
      const wasRival = one !== undefined && other !== undefined && areRivals(one, other)
      if (wasRival && unchanged(pair, from)) return []
      if (areDisjoint(pair[0].shape, pair[1].shape, wasRival, inner)) return []
      const [lost, gained] = [side === 'now' || wasRival, side === 'old' || wasRival]
      const names =
        pair[0].name === pair[1].name
          ? `two alternatives (${pair[0].name})`
          : `the alternatives ${pair[0].name} and ${pair[1].name}`
      const fitting = side === 'now' ? 'both fit some values now' : 'both fitted some values'
      const difference: Difference =
        !isChosen[side] && findsShared(pair[0].shape, pair[1].shape, inner)
          ? {
              kind: 'alternatives-overlap',
              ...{ at, lost, gained },
              what: `${names} ${fitting}, which \`oneOf\` refuses`,
            }
          : {
              ...unknownDifference(at, `${names} may both fit a value, which \`oneOf\` refuses`),
              ...{ lost, gained },
            }
      return [{ difference, pair }]
    })
  }
  return [...reported('now', 1), ...reported('old', 0)]
}

/** Says whether a value that fits both alternatives is refused. */
const areRivals = (one: Branch, other: Branch): boolean =>
  [...one.choices].some(([union, place]) => other.choices.has(union) && other.choices.get(union) !== place)

const rivals = (branches: readonly Branch[]): readonly Pair[] =>
  branches.flatMap((one, place) =>
    branches.slice(place + 1).flatMap((other) => (areRivals(one, other) ? [[one, other] as const] : [])),
  )

const sameChoices = (equal: readonly Pair[]): boolean =>
  equal.every(([one, two]) =>
    equal.every(([other, three]) => areRivals(one, other) === areRivals(two, three)),
  )
