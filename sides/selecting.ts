import type { SideEntry } from './side.ts'

/** The side that a profile is of, by the key that only its profiles have; the first side where it names none. */
export async function entryOf(sides: readonly SideEntry[], file: string | undefined): Promise<SideEntry> {
  const keys = file === undefined ? [] : await keysOfProfile(file)
  const named = sides.find(({ profileKey }) => profileKey !== undefined && keys.includes(profileKey))
  const found = named ?? sides[0]
  if (found === undefined) throw new RangeError('there is no side to judge')
  return found
}

/**
 * Reads the names of a profile's first keys.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export async function keysOfProfile(file: string): Promise<readonly string[]> {
  return (await import('../targets/profile/index.ts')).profileKeys(file)
}

export function entryNamed(sides: readonly SideEntry[], name: string): SideEntry | undefined {
  return sides.find((side) => side.name === name)
}
