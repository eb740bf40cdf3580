import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Something below a folder that is no folder. */
export interface Entry {
  /** From the folder on. */
  readonly name: string
  /** False for links, which are not followed, and for whatever else cannot be read as a file. */
  readonly isFile: boolean
}

/**
 * Everything below a folder that is no folder itself.
 *
 * @param names of what is looked at in the folder; default all of it. One that is not there is passed over
 */
export function entriesBelow(
  folder: string,
  names: readonly string[] = readdirSync(folder),
): readonly Entry[] {
  return names.flatMap((name) => {
    const facts = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (facts === undefined) return []
    if (!facts.isDirectory()) return [{ name, isFile: facts.isFile() }]
    return entriesBelow(join(folder, name)).map((one) => ({ ...one, name: join(name, one.name) }))
  })
}
