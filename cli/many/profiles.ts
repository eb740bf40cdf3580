import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { messageOf, usageError } from '../../conformance/errors.ts'
import { nearest } from '../../conformance/suggestion.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import type { SideEntry } from '../../sides/index.ts'
import { mayBeProfile, nameIn, sideWith, topKeysOf } from '../../sides/selecting.ts'

/** A profile in a folder, with the side that it belongs to. */
export interface FoundProfile {
  /** Name of its file without the extension; unique. */
  readonly name: string
  readonly file: string
  /** The name that the profile gives its target, where that is not the name of the file. */
  readonly title?: string
  /** Absent where the profile is wrong. */
  readonly side?: SideEntry
  /** Why it is no profile of a certified side. */
  readonly problem?: string
}

/** Something in a folder that is not judged, and does not count as wrong. */
export interface LeftOutFile {
  readonly file: string
  readonly reason: string
}

/** The name of a partner for people: that in its profile, with the name of the file where they differ. */
export const shownName = ({ name, title }: Pick<FoundProfile, 'name' | 'title'>): string =>
  title === undefined ? name : `${title} (${name})`

interface Found {
  readonly profiles: readonly FoundProfile[]
  readonly leftOut: readonly LeftOutFile[]
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/**
 * Finds the profiles of receivers and clients in a folder, by name. A file without keys, one that cannot be read and one with a
 * misspelt key count as wrong profiles. Profiles of other sides, files with other keys and folders are left out.
 *
 * @throws ConformanceError USAGE where the folder cannot be read, holds no profile, or holds two with one name
 */
export async function profilesIn(folder: string, sides: readonly SideEntry[]): Promise<Found> {
  const entries = entriesOf(folder).map((entry) => foundIn(join(folder, entry.name), entry, sides))
  const found = (await Promise.all(entries)).flatMap((one) => one ?? [])
  const profiles = found.flatMap((one) => ('name' in one ? [one] : []))
  const leftOut = found.flatMap((one) => ('name' in one ? [] : [one]))
  if (profiles.length === 0)
    throw usageError(`${folder} holds no profile: it should hold some of receivers or clients`)
  const names = profiles.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw usageError(`${folder} holds two profiles called ${twice}`)
  return { profiles, leftOut }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    throw usageError(`${folder} cannot be read: ${reasonOf(error)}`)
  }
}

/** Files that begin with a period, and those that are neither YAML nor JSON, are passed over. */
async function foundIn(
  file: string,
  entry: Dirent,
  sides: readonly SideEntry[],
): Promise<FoundProfile | LeftOutFile | undefined> {
  if (entry.name.startsWith('.')) return undefined
  if (isFolder(file, entry)) return { file, reason: 'a folder: only profiles beside it are judged' }
  const extension = extname(file)
  if (!EXTENSIONS.includes(extension.toLowerCase())) return undefined
  return profileOf(file, basename(file, extension), sides)
}

const isFolder = (file: string, entry: Dirent): boolean =>
  entry.isDirectory() ||
  (entry.isSymbolicLink() && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)

async function profileOf(
  file: string,
  name: string,
  sides: readonly SideEntry[],
): Promise<FoundProfile | LeftOutFile> {
  const mayBeData = /\.json$/i.test(file)
  try {
    // A long JSON file is data, for example the report of a run.
    if (mayBeData && !(await mayBeProfile(file))) return { file, reason: 'too long for a profile' }
    const keys = await topKeysOf(file)
    const side = sideWith(sides.filter(isCertified), keys)
    if (side !== undefined) {
      const title = await nameIn(file)
      return { name, file, side, ...(title !== undefined && title !== name && { title }) }
    }
    const other = sideWith(sides, keys)
    if (other !== undefined)
      return {
        file,
        reason: `the profile of a ${other.name}, which \`${other.command.join(' ')} --target\` judges`,
      }
    const misspelt = misspeltIn(keys, sides)
    if (misspelt !== undefined) return { name, file, problem: `${file}: ${misspelt}` }
    const own = keysOf(sides.filter(isCertified)).join(' or ')
    // A baseline or a compose file may stand beside the profiles.
    if (keys.length > 0) return { file, reason: `no profile: it has no key ${own}` }
    return { name, file, problem: `${file}: it holds no keys: it should have the key ${own}` }
  } catch (error) {
    return { name, file, problem: messageOf(error) }
  }
}

const isCertified = ({ command }: SideEntry): boolean => command[0] === 'certify'

const keysOf = (sides: readonly SideEntry[]): readonly string[] =>
  sides.flatMap(({ profileKey }) => profileKey ?? [])

/** Finds a key that is nearly the key of a side. */
function misspeltIn(keys: readonly string[], sides: readonly SideEntry[]): string | undefined {
  return keys
    .map((key) => ({ key, meant: nearest(key, keysOf(sides)) }))
    .flatMap(({ key, meant }) =>
      meant === undefined ? [] : [`${key}: unknown key; did you mean ${meant}?`],
    )[0]
}
