import { usageError } from '../errors.ts'
import type { Requirement } from '../requirement.ts'
import { selectsRequirement } from './pattern.ts'
import { checkPattern, type KnownRequirements } from './selection.ts'

/**
 * The ids of the requirements that a run must exercise. A clause or a pattern names the `must` requirements: no target is obliged
 * to show a record. An id names its requirement, whatever its level.
 *
 * @param known `judged`: the requirements that are in force and can be judged by a run
 * @throws ConformanceError SELECTION_EMPTY, USAGE for a pattern that requires nothing
 */
export function requiredBy(
  patterns: readonly string[],
  known: KnownRequirements & { readonly judged: readonly Requirement[] },
): readonly string[] {
  const ids = patterns.flatMap((pattern) => {
    checkPattern('--require', pattern, known)
    const meant = known.judged
      .filter((one) => pattern === one.id || (one.level === 'must' && selectsRequirement(pattern, one)))
      .map(({ id }) => id)
    if (meant.length === 0)
      throw usageError(
        `--require ${JSON.stringify(pattern)} requires nothing: it should select a must requirement that is in force`,
        'another level is required by its id',
      )
    return meant
  })
  return [...new Set(ids)]
}
