import { existsSync, readFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'

/** The titles of all schemas of profiles, whatever the version that wrote them. */
const SCHEMA_TITLE = /"title": "Profile of a /
const SANDBOX_NAME = /^name: sandbox$/m

/**
 * Refuses to write the schema of a profile over a file that is something else.
 *
 * @throws ConformanceError USAGE
 */
export function refuseOtherSchema(file: string): void {
  if (existsSync(file) && !SCHEMA_TITLE.test(readFileSync(file, 'utf8')))
    throw usageError(`${file} is no schema of a profile: it should be removed, or the folder be another one`)
}

/**
 * Refuses to write the profile of a sandbox over that of another target.
 *
 * @throws ConformanceError USAGE
 */
export function refuseOtherProfile(file: string): void {
  if (existsSync(file) && !SANDBOX_NAME.test(readFileSync(file, 'utf8')))
    throw usageError(`${file} is no profile of a sandbox: --out should be another folder`)
}
