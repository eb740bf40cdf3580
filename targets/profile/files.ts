import { resolve } from 'node:path'
import { isObject } from '../../conformance/json/object.ts'
import { MOST_DOCUMENT_BYTES, MOST_PROFILE_BYTES, readBounded } from './bounded.ts'
import { readDocument } from './document.ts'
import { type Place, profileInvalid } from './problem.ts'

/**
 * Reads a file that a profile names.
 *
 * @param what completes the sentence "KEY must be the name of ..."
 * @param most bytes; default that of an OpenAPI document
 * @throws ConformanceError PROFILE_INVALID that points at the key
 */
export function readNamed(
  name: string,
  folder: string,
  place: Place,
  what: string,
  most = MOST_DOCUMENT_BYTES,
): string {
  try {
    return readBounded(resolve(folder, name), most)
  } catch (error) {
    const bound = error instanceof RangeError ? ` and is no longer than ${most / 1024} kB` : ''
    throw profileInvalid(
      place,
      `must be the name of ${what} that can be read${bound}, relative to the profile's folder`,
    )
  }
}

/**
 * Reads a JSON or YAML file that holds a map.
 *
 * @throws ConformanceError PROFILE_INVALID that points into the file, or at the key that names it
 */
export function readNamedMap(name: string, folder: string, place: Place): Readonly<Record<string, unknown>> {
  const { value } = readDocument(
    readNamed(name, folder, place, 'a JSON or YAML file', MOST_PROFILE_BYTES),
    name,
  )
  if (!isObject(value))
    throw profileInvalid(place, 'must be the name of a JSON or YAML file that holds a map')
  return value
}
