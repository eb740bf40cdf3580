import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'

/**
 * Makes the folder of `--out` and its missing parent folders.
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
    // Tried alone first: recursive `mkdir` never ends below an existing folder that refuses new ones with ENOENT, such as
    // /proc.
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

/** Explains an ENOENT: why the folder could not be made. */
function whyNotThere(folder: string): string {
  let first = folder
  while (lstatSync(first, { throwIfNoEntry: false }) === undefined) first = dirname(first)
  return existsSync(first) ? `${first} takes no folders` : 'it is a broken link'
}
