import { usageError } from '../../conformance/errors.ts'
import { selectsRequirement } from '../../runner/index.ts'
import { specOf } from '../../sides/version.ts'
import type { FoundProfile, LeftOut } from './profiles.ts'

/** A profile, with the patterns of `--only` that select something of its side. */
export interface SelectedProfile extends FoundProfile {
  readonly only: readonly string[]
}

/**
 * Gives each profile the patterns for its side. A profile of a side of which they select nothing is left out.
 *
 * @throws ConformanceError USAGE for a pattern that selects nothing of any side
 */
export async function selectedBy(
  only: readonly string[],
  profiles: readonly FoundProfile[],
): Promise<{ readonly profiles: readonly SelectedProfile[]; readonly leftOut: readonly LeftOut[] }> {
  if (only.length === 0) return { profiles: profiles.map((one) => ({ ...one, only })), leftOut: [] }
  const { requirements } = await specOf(undefined, '--api-version')
  const names = new Set(profiles.flatMap(({ side }) => side?.name ?? []))
  const selects = (pattern: string, side: string) =>
    requirements.some((one) => one.side === side && selectsRequirement(pattern, one))
  const idle = only.find((pattern) => ![...names].some((side) => selects(pattern, side)))
  if (idle !== undefined && names.size > 0)
    throw usageError(`--only ${JSON.stringify(idle)} selects nothing of a ${[...names].join(' or a ')}`)
  const given = profiles.map((one) => {
    const { side } = one
    return { ...one, only: side === undefined ? only : only.filter((pattern) => selects(pattern, side.name)) }
  })
  return {
    profiles: given.filter((one) => one.only.length > 0),
    leftOut: given
      .filter((one) => one.only.length === 0)
      .map(({ file, side }) => ({ file, reason: `--only selects nothing of a ${side?.name}` })),
  }
}
