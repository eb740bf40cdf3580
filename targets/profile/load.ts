import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Environment } from '../../conformance/environment.ts'
import { isObject } from '../../conformance/json/object.ts'
import { nearest } from '../../conformance/suggestion.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'
import { actionMistakes } from './actions.ts'
import { MOST_PROFILE_BYTES, readBounded } from './bounded.ts'
import { buildProfile, readFiles } from './build.ts'
import { shapeMistakes } from './checking.ts'
import { readDocument, type SourceDocument } from './document.ts'
import { NamedFiles } from './files.ts'
import { profileInvalid, refuse } from './problem.ts'
import type { PlatformProfile } from './profile.ts'
import { unsetIn } from './program-environment.ts'
import { platformShape } from './shapes/platform.ts'

/**
 * Loads a platform profile, YAML or JSON.
 *
 * @param file name of the profile, relative to the current folder or absolute
 * @param env the values of `${NAME}`
 * @throws ConformanceError PROFILE_INVALID: one line that names every mistake: position, key and what it must be, without any value
 */
export async function loadProfile(file: string, env: Environment): Promise<PlatformProfile> {
  return parseProfile(await readProfileFile(file), { file, env })
}

/** Says whether a file is as short as a profile must be. */
export const isShort = (file: string): boolean => statSync(file).size <= MOST_PROFILE_BYTES

/** @throws ConformanceError PROFILE_INVALID when the file cannot be read */
export async function readProfileFile(file: string): Promise<string> {
  try {
    return readBounded(file, MOST_PROFILE_BYTES, true)
  } catch (error) {
    if (error instanceof TypeError) throw profileInvalid({ file }, 'the profile must be a text in UTF-8')
    if (error instanceof RangeError)
      throw profileInvalid({ file }, `the profile must be no longer than ${MOST_PROFILE_BYTES / 1024} kB`)
    const isAway = isSystemError(error) && error.code === 'ENOENT'
    const reason = isAway ? await notThere(file) : reasonOf(error)
    throw profileInvalid({ file }, `the profile must be a readable file (${reason})`)
  }
}

async function notThere(file: string): Promise<string> {
  const neighbours = await readdir(dirname(resolve(file))).catch(() => [])
  const meant = nearest(basename(file), neighbours)
  const question = meant === undefined ? '' : `; did you mean ${join(dirname(file), meant)}?`
  return `there is none of this name${question}`
}

/**
 * The topmost keys of a profile of any side; none where it holds no map.
 *
 * @throws ConformanceError PROFILE_INVALID when the file cannot be read
 */
export async function profileKeys(file: string): Promise<readonly string[]> {
  const { value } = readDocument(await readProfileFile(file), file)
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/**
 * The name that a profile of any side gives its target; undefined where it gives none.
 *
 * @throws ConformanceError PROFILE_INVALID when the file cannot be read
 */
export async function profileName(file: string): Promise<string | undefined> {
  const { value } = readDocument(await readProfileFile(file), file)
  return isObject(value) && typeof value.name === 'string' ? value.name : undefined
}

/**
 * Reads a platform profile from a text. Relative names in it start from the folder of `file`.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function parseProfile(
  text: string,
  { file, env }: { readonly file: string; readonly env: Environment },
): PlatformProfile {
  return profileOf(readDocument(text, file, env), dirname(resolve(file)), env)
}

/**
 * Reads a platform profile from an object that an embedded platform makes when it starts. Nothing in it is taken from the
 * environment.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function profileFrom(object: object, folder = '.'): PlatformProfile {
  return profileOf(readDocument(JSON.stringify(object), 'the embedded profile'), resolve(folder), {})
}

function profileOf(source: SourceDocument, folder: string, env: Environment): PlatformProfile {
  const files = new NamedFiles(source, folder)
  const contents = readFiles(files)
  refuse(
    source,
    shapeMistakes(source, platformShape),
    actionMistakes(source),
    unsetIn(source, '/operator/env', env),
    files.mistakes,
  )
  return buildProfile(source, { contents, folder, env })
}
