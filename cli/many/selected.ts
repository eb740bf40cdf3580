import { usageError } from '../../conformance/errors.ts'
import { selectsRequirement, selectsScenario } from '../../conformance/selection/pattern.ts'
import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import type { FoundProfile, LeftOutFile } from './profiles.ts'

/** The patterns of `--only` and of `--scenario`. */
export interface Selecting {
  readonly only: readonly string[]
  readonly scenario: readonly string[]
}

/** A profile, with the patterns that select something of its side. */
export interface SelectedProfile extends FoundProfile, Selecting {}

/** The patterns as words of a command line; none for a whole run. */
export const selectionWords = ({ only, scenario }: Selecting): readonly string[] => [
  ...only.flatMap((pattern) => ['--only', pattern]),
  ...scenario.flatMap((pattern) => ['--scenario', pattern]),
]

/**
 * Gives each profile the patterns for its side. A profile of a side of which an option selects nothing is left out.
 *
 * @throws ConformanceError USAGE for a pattern that selects nothing of any side
 */
export async function selectedBy(
  selecting: Selecting,
  profiles: readonly FoundProfile[],
): Promise<{ readonly profiles: readonly SelectedProfile[]; readonly leftOut: readonly LeftOutFile[] }> {
  if (selectionWords(selecting).length === 0)
    return { profiles: profiles.map((one) => ({ ...one, ...selecting })), leftOut: [] }
  const spec = await specOf(undefined, '--api-version')
  const entries = new Map(profiles.flatMap(({ side }) => (side === undefined ? [] : [[side.name, side]])))
  const scenariosOf = async (entry: SideEntry) => (await entry.load()).suite(spec).scenarios
  const sides = await Promise.all(
    [...entries].map(async ([name, entry]) => ({
      name,
      scenarios: selecting.scenario.length === 0 ? [] : await scenariosOf(entry),
    })),
  )
  const selectsOf: Readonly<Record<keyof Selecting, (pattern: string, side: string) => boolean>> = {
    only: (pattern, side) =>
      spec.requirements.some((one) => one.side === side && selectsRequirement(pattern, one)),
    scenario: (pattern, side) =>
      sides.some(
        ({ name, scenarios }) => name === side && scenarios.some((one) => selectsScenario(pattern, one)),
      ),
  }
  for (const option of OPTIONS) {
    const idle = selecting[option].find(
      (pattern) => !sides.some(({ name }) => selectsOf[option](pattern, name)),
    )
    if (idle !== undefined && sides.length > 0)
      throw usageError(
        `--${option} ${JSON.stringify(idle)} selects nothing of a ${sides.map(({ name }) => name).join(' or a ')}`,
      )
  }
  const given = profiles.map((one): SelectedProfile & { readonly idle: string | undefined } => {
    const { side } = one
    if (side === undefined) return { ...one, ...selecting, idle: undefined }
    const own = (option: keyof Selecting) =>
      selecting[option].filter((pattern) => selectsOf[option](pattern, side.name))
    const idle = OPTIONS.find((option) => selecting[option].length > 0 && own(option).length === 0)
    return { ...one, only: own('only'), scenario: own('scenario'), idle }
  })
  return {
    profiles: given.flatMap(({ idle, ...one }) => (idle === undefined ? [one] : [])),
    leftOut: given.flatMap(({ idle, file, side }) =>
      idle === undefined ? [] : [{ file, reason: `--${idle} selects nothing of a ${side?.name}` }],
    ),
  }
}

const OPTIONS = ['only', 'scenario'] as const
