import { type Difference, unknownDifference } from '../change.ts'
import { type Branch, type BranchSide, branchesOf, MOST_BRANCHES } from './branches.ts'
import type { Comparison } from './comparison.ts'
import { compareDiscriminators } from './discriminators.ts'
import { compareOverlaps } from './overlaps.ts'
import type { Shape } from './shape.ts'

/** Compares schemas of which at least one has alternatives: each must find its counterpart in the other schema. */
export function compareUnions(
  old: BranchSide,
  now: BranchSide,
  comparison: Comparison,
): readonly Difference[] {
  const before = branchesOf(old, comparison.oldShape)
  const after = branchesOf(now, comparison.newShape)
  const pairs = pairUp(before.branches, after.branches)
  const inner = pairs.map(([one, other]) => ({
    one,
    other,
    found: comparison.plainly(one.shape, other.shape),
  }))
  const isKept = (one: Branch) =>
    after.branches.some((other) => !loses(comparison.probe(one.shape, other.shape)))
  const isKnown = (other: Branch) =>
    before.branches.some((one) => !gains(comparison.probe(one.shape, other.shape)))
  const paired = new Set(pairs.flat())
  const at = now.shape.at
  const equal = inner
    .filter(({ found }) => !loses(found) && !gains(found))
    .map(({ one, other }) => [one, other] as const)
  const isChosen = {
    old: old.shape.rest.discriminators.length > 0,
    now: now.shape.rest.discriminators.length > 0,
  }
  const isCut = before.isCut || after.isCut
  const added = after.branches.filter((other) => !paired.has(other))
  const overlaps = compareOverlaps(
    before.branches,
    after.branches,
    { pairs, equal, isChosen, at },
    comparison,
  )
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
    ...before.branches
      .filter((one) => !paired.has(one) && !isKept(one))
      .map((one) => ({
        kind: 'alternative-removed',
        at,
        what: `the alternative ${one.name} was taken away`,
        lost: true,
        gained: false,
      })),
    // One that overlaps another has its difference there: it lets values in, and keeps out others that were right.
    ...added
      .filter(
        (other) => !overlaps.some(({ difference, pair }) => !difference.unknown && pair.includes(other)),
      )
      .map((other) => ({
        kind: 'alternative-added',
        at,
        what: `the alternative ${other.name} was added`,
        lost: false,
        gained: !isKnown(other),
      })),
    ...overlaps.map(({ difference, pair }) => ({
      ...difference,
      gained:
        difference.gained ||
        (!difference.unknown && pair.some((one) => added.includes(one) && !isKnown(one))),
    })),
    ...compareDiscriminators(old.shape, now.shape, comparison),
    ...(isCut && !alikeParts(old.shape, now.shape, comparison)
      ? [
          unknownDifference(
            at,
            `there are more than ${MOST_BRANCHES} combinations of alternatives, and some changed`,
          ),
        ]
      : []),
  ]
}

const alikeParts = (old: Shape, now: Shape, { alike }: Comparison): boolean =>
  old.parts.length === now.parts.length && old.parts.every((one, place) => alike(one, now.parts[place]))

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
