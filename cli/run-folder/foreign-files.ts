import { existsSync, readFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'

/** The common part of the titles of all profile schemas, of any version. */
const SCHEMA_TITLE = /"title": "Profile of a /
const SANDBOX_NAME = /^name: sandbox$/m

/**
 * Refuses to overwrite a file with the schema of a profile if the file is something else.
 *
 * @throws ConformanceError USAGE
 */
export function refuseOtherSchema(file: string): void {
  if (existsSync(file) && !SCHEMA_TITLE.test(readFileSync(file, 'utf8')))
    throw usageError(`${file} is no schema of a profile: it should be removed, or the folder be another one`)
}

/**
 * Refuses to overwrite the profile of another target with that of a sandbox.
 *
 * @throws ConformanceError USAGE
 */
export function refuseOtherProfile(file: string): void {
  if (existsSync(file) && !SANDBOX_NAME.test(readFileSync(file, 'utf8')))
    throw usageError(`${file} is no profile of a sandbox: --out should be another folder`)
}
