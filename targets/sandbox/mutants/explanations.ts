import type { Explanation, Explanations } from '../../../conformance/explained.ts'
import { glob } from '../../../conformance/glob.ts'
import type { SightedMutant } from './mutant.ts'

/** A mistake with more consequences than this breaks nearly everything. It would explain any failure, and so it explains none. */
const MOST_CONSEQUENCES = 20

/**
 * Finds for a requirement the mistakes of which its failure is only a consequence.
 *
 * @param ids of all requirements
 */
export function explanationsIn(mutants: readonly SightedMutant[], ids: readonly string[]): Explanations {
  const known = new Set(ids)
  const meant = (pattern: string) =>
    pattern.includes('*') ? ids.filter(glob(pattern)) : [pattern].filter((id) => known.has(id))
  const mistakes = mutants.map(({ kills, also = [], seenIn }) => {
    const consequences = [...new Set(also.flatMap(meant))].filter((id) => !kills.includes(id))
    return { kills, consequences, ...(seenIn && { seenIn }) }
  })
  const named = Map.groupBy(
    mistakes.flatMap(({ kills }) => kills),
    (id) => id,
  )
  const following = new Map<string, Explanation[]>()
  for (const { kills, consequences, seenIn } of mistakes)
    if (consequences.length <= MOST_CONSEQUENCES)
      for (const id of consequences) {
        const explanation = { requirements: kills, ...(seenIn && { seenIn }) }
        following.set(id, [...(following.get(id) ?? []), explanation])
      }
  return (id) => {
    const explanations = following.get(id) ?? []
    return { explanations, mostlyFollows: explanations.length > (named.get(id)?.length ?? 0) }
  }
}
