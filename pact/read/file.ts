import { readFileSync, statSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'

/** Far larger than any contract of a partner; a larger file is something else. */
const MOST_BYTES = 20 * 1024 * 1024

/**
 * Reads the JSON object in a file.
 * @throws ConformanceError `USAGE` naming the file and its expected content
 */
export function readJsonFile(file: string): JsonObject {
  if (/^[a-z]+:\/\//i.test(file))
    throw usageError(
      `${file} is an address: FILE should be a Pact file on this machine`,
      'download the contract from the broker first',
    )
  const text = readSmallText(file)
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (value === undefined) throw usageError(`${file} is not JSON: it should be a Pact file`)
  if (!isObject(value)) throw usageError(`${file} is not a Pact file: it should hold a JSON object`)
  return value
}

function readSmallText(file: string): string {
  try {
    const facts = statSync(file)
    if (facts.isDirectory()) throw usageError(`${file} is a folder: FILE should be a Pact file in it`)
    if (!facts.isFile()) throw usageError(`${file} is no regular file: FILE should be a Pact file`)
    if (facts.size > MOST_BYTES)
      throw usageError(
        `${file} has ${Math.round(facts.size / 1024 / 1024)} MB: a Pact file should have no more than ${MOST_BYTES / 1024 / 1024} MB`,
      )
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw usageError(`${file} cannot be read: FILE should be a Pact file (${reasonOf(error)})`)
  }
}
