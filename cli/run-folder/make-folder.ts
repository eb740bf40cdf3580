import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'

/**
 * Makes the folder of `--out`, with those above it that are not there.
 *
 * @throws ConformanceError USAGE where it cannot be made
 */
export function makeFolder(folder: string): void {
  try {
    make(folder)
  } catch (error) {
    throw isSystemError(error) ? unwritable(folder, error) : error
  }
}

function make(folder: string): void {
  let first = resolve(folder)
  while (!existsSync(first) && !existsSync(dirname(first))) first = dirname(first)
  try {
    // Tried by itself: Node never ends where a folder that is there takes no others and says that it is not there, as /proc does.
    mkdirSync(first)
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error
  }
  mkdirSync(folder, { recursive: true })
}

/** A USAGE error that says in plain words why the folder of `--out` cannot be written. */
export function unwritable(folder: string, error: unknown): Error {
  const isAway = isSystemError(error) && error.code === 'ENOENT'
  const why = isAway ? whyNotThere(resolve(folder)) : reasonOf(error)
  return usageError(`--out ${folder} cannot be written: it should be a folder (${why})`)
}

/** Why there is no folder although it was to be made. */
function whyNotThere(folder: string): string {
  let first = folder
  while (lstatSync(first, { throwIfNoEntry: false }) === undefined) first = dirname(first)
  return existsSync(first) ? `${first} takes no folders` : 'it is a link that leads nowhere'
}
