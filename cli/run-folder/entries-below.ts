import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** An entry below a folder that is not itself a folder. */
export interface FolderEntry {
  /** Relative to the folder. */
  readonly name: string
  /** False for links, which are not followed, and for anything else that cannot be read as a file. */
  readonly isFile: boolean
}

/**
 * Every entry below a folder that is not itself a folder.
 *
 * @param names entries of the folder that are searched; default all. A missing one is skipped
 */
export function entriesBelow(
  folder: string,
  names: readonly string[] = readdirSync(folder),
): readonly FolderEntry[] {
  return names.flatMap((name) => {
    const facts = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (facts === undefined) return []
    if (!facts.isDirectory()) return [{ name, isFile: facts.isFile() }]
    return entriesBelow(join(folder, name)).map((one) => ({ ...one, name: join(name, one.name) }))
  })
}
