import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isObject } from '../../conformance/json/object.ts'
import { readDocument } from './document.ts'
import { type Place, profileInvalid } from './problem.ts'

/**
 * Reads a file that a profile names.
 *
 * @param what completes the sentence "KEY must be the name of ..."
 * @throws ConformanceError PROFILE_INVALID that points at the key
 */
export function readNamed(name: string, folder: string, place: Place, what: string): string {
  try {
    return readFileSync(resolve(folder, name), 'utf8')
  } catch {
    throw profileInvalid(
      place,
      `must be the name of ${what} that can be read, relative to the profile's folder`,
    )
  }
}

/**
 * Reads a JSON or YAML file that holds a map.
 *
 * @throws ConformanceError PROFILE_INVALID that points into the file, or at the key that names it
 */
export function readNamedMap(name: string, folder: string, place: Place): Readonly<Record<string, unknown>> {
  const { value } = readDocument(readNamed(name, folder, place, 'a JSON or YAML file'), name)
  if (!isObject(value))
    throw profileInvalid(place, 'must be the name of a JSON or YAML file that holds a map')
  return value
}
