import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/**
 * Finds the program of a command as the system would.
 *
 * @param folder from which a relative name starts
 * @returns its file; undefined where there is none that can be run
 */
export function programOf(name: string, folder: string, path: string | undefined): string | undefined {
  const candidates = name.includes('/')
    ? [resolve(folder, name)]
    : (path ?? '').split(delimiter).map((place) => join(place, name))
  return candidates.find(canBeRun)
}

function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
