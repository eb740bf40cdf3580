import { glob } from '../../conformance/glob.ts'
import type { Difference } from './rows.ts'

/** Why some rows differ from a frozen list. `*` in a name stands for any characters. */
export interface Explanation {
  /** A reason that a reader can check, in plain words. */
  readonly why: string
  readonly change: Difference['change']
  readonly subjects: readonly string[]
  /** Absent where whole subjects are in one list only; it explains no result of theirs. */
  readonly requirements?: readonly string[]
}

/** The differences that each explanation is the first one for, and those that none explains. */
export interface Explained {
  readonly by: ReadonlyMap<Explanation, readonly Difference[]>
  readonly open: readonly Difference[]
}

const names = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => glob(pattern)(name))

function explains({ change, subjects, requirements }: Explanation, one: Difference): boolean {
  if (change !== one.change || !names(subjects, one.subject)) return false
  if (one.requirement === undefined || requirements === undefined)
    return one.requirement === undefined && requirements === undefined
  return names(requirements, one.requirement)
}

export function explained(differences: readonly Difference[], all: readonly Explanation[]): Explained {
  const reasonOf = (one: Difference) => all.find((explanation) => explains(explanation, one))
  const byReason = Map.groupBy(differences, reasonOf)
  return {
    by: new Map(all.map((explanation) => [explanation, byReason.get(explanation) ?? []])),
    open: byReason.get(undefined) ?? [],
  }
}
