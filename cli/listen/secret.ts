import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'

/**
 * The secret behind an address: the same secret always gives the same address.
 *
 * @param file keeps it for the next time, and is made if it is absent; without a file the secret is a new one
 * @throws ConformanceError USAGE when the file cannot be used
 */
export function listenerSecret(file: string | undefined): string {
  const made = randomBytes(32).toString('base64url')
  if (file === undefined) return made
  try {
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw unusable(file, reasonOf(error))
  }
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (/^[\w-]{43}$/.test(text)) return text
  } catch (error) {
    throw unusable(file, reasonOf(error))
  }
  throw unusable(file, 'it holds something else')
}

const unusable = (file: string, why: string) =>
  usageError(`--key ${file} cannot be used (${why})`, 'name a file that this command made, or a new one')
