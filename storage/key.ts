import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConformanceError } from '../conformance/errors.ts'
import { isSystemError, reasonOf } from '../conformance/system-error.ts'
import { KEY_BYTES } from './sealing.ts'

const unusable = (message: string): ConformanceError =>
  new ConformanceError('STORAGE_UNUSABLE', message, { hint: `a key is ${KEY_BYTES * 2} hex digits` })

/**
 * Returns the key for the secrets of a folder, and makes folder and key where they are absent.
 *
 * @param given the key as hex digits, when it is not in the file `key` of the folder
 * @throws ConformanceError STORAGE_UNUSABLE
 */
export function readKey(folder: string, given?: string): Uint8Array {
  const file = join(folder, 'key')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const text = given ?? textOf(file)
    if (!/^[0-9a-f]+$/i.test(text) || text.length !== KEY_BYTES * 2)
      throw unusable(given === undefined ? `${file} is no key` : 'the given key is no key')
    return Buffer.from(text, 'hex')
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new ConformanceError('STORAGE_UNUSABLE', `${folder} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT') throw error
  }
  // Written whole under another name first, so that a kill leaves no half of a key.
  const [part, text] = [`${file}.${randomBytes(4).toString('hex')}`, randomBytes(KEY_BYTES).toString('hex')]
  try {
    writeFileSync(part, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(part, file)
  } catch (error) {
    // Another process was faster.
    if (isSystemError(error) && error.code === 'EEXIST') return readFileSync(file, 'utf8').trim()
    throw error
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(join(file, '..'))
  return text
}

/** Lets the name of a new file survive a loss of power. */
function syncFolder(path: string): void {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
