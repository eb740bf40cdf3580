import { usageError } from '../conformance/errors.ts'
import type { SideEntry } from './side.ts'

/**
 * The side that a profile belongs to, found by the key that only its profiles have. Without such a key it is the first side.
 */
export async function entryOf(sides: readonly SideEntry[], file: string | undefined): Promise<SideEntry> {
  const found = (await sideNamedIn(sides, file)) ?? sides[0]
  if (found === undefined) throw new RangeError('there is no side to judge')
  return found
}

/**
 * Refuses to judge one side with the profile of another.
 *
 * @throws ConformanceError USAGE naming the command for that profile, PROFILE_INVALID for a file that cannot be read
 */
export async function refuseOtherSide(
  side: SideEntry,
  sides: readonly SideEntry[],
  file: string | undefined,
): Promise<void> {
  const meant = await sideNamedIn(sides, file)
  if (meant === undefined || meant.name === side.name) return
  throw usageError(
    `--target ${file} is the profile of a ${meant.name}: it should be that of a ${side.name}`,
    `did you mean \`${meant.command.join(' ')} --target ${file}\`?`,
  )
}

/**
 * The side whose own key is in a profile; undefined where there is none.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
async function sideNamedIn(
  sides: readonly SideEntry[],
  file: string | undefined,
): Promise<SideEntry | undefined> {
  return file === undefined ? undefined : sideWith(sides, await topKeysOf(file))
}

/** The side that has its own key among the topmost keys of a profile. */
export const sideWith = (sides: readonly SideEntry[], keys: readonly string[]): SideEntry | undefined =>
  sides.find(({ profileKey }) => profileKey !== undefined && keys.includes(profileKey))

/**
 * The topmost keys of a profile of any side; none where it holds no map.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export async function topKeysOf(file: string): Promise<readonly string[]> {
  const { profileKeys } = await import('../targets/profile/index.ts')
  return profileKeys(file)
}

/**
 * The name that a profile of any side gives its target; undefined where it gives none.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export async function nameIn(file: string): Promise<string | undefined> {
  const { profileName } = await import('../targets/profile/index.ts')
  return profileName(file)
}

/** Says whether a file is small enough to be a profile. */
export async function mayBeProfile(file: string): Promise<boolean> {
  const { isShort } = await import('../targets/profile/index.ts')
  return isShort(file)
}

export function entryNamed(sides: readonly SideEntry[], name: string): SideEntry | undefined {
  return sides.find((side) => side.name === name)
}
