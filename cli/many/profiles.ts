import { readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import type { SideEntry } from '../../sides/index.ts'
import { mayBeProfile, sideNamedIn } from '../../sides/selecting.ts'

/** A profile in a folder, with the side that it belongs to. */
export interface FoundProfile {
  /** Name of its file without the extension; unique. */
  readonly name: string
  readonly file: string
  /** Absent where the file belongs to no certified side, or cannot be read. */
  readonly side?: SideEntry
  /** Why it cannot be read. */
  readonly problem?: string
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/**
 * Finds the profiles of receivers and clients in a folder, by name. Skips files of other sides.
 *
 * @throws ConformanceError USAGE where the folder cannot be read, holds none, or holds two with one name
 */
export async function profilesIn(
  folder: string,
  sides: readonly SideEntry[],
): Promise<readonly FoundProfile[]> {
  const files = filesOf(folder).filter((file) => EXTENSIONS.includes(extname(file)))
  const certified = sides.filter(({ command }) => command[0] === 'certify')
  const found = await Promise.all(files.map((file) => profileOf(join(folder, file), certified)))
  const profiles = found.filter(({ side, problem }) => side !== undefined || problem !== undefined)
  if (profiles.length === 0)
    throw usageError(`${folder} holds no profile: it should hold some of receivers or clients`)
  const names = profiles.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw usageError(`${folder} holds two profiles called ${twice}`)
  return profiles
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    throw usageError(`${folder} cannot be read: ${reasonOf(error)}`)
  }
}

async function profileOf(file: string, sides: readonly SideEntry[]): Promise<FoundProfile> {
  const named = { name: basename(file, extname(file)), file }
  try {
    // Skips files that are no profiles, for example the report of a run.
    if (!(await mayBeProfile(file))) return named
    const side = await sideNamedIn(sides, file)
    return side === undefined ? named : { ...named, side }
  } catch (error) {
    return { ...named, problem: error instanceof Error ? error.message : String(error) }
  }
}
