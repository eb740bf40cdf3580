import { closeSync, openSync, readSync } from 'node:fs'

/** Most of a profile, or of a file that it is made of, in bytes. */
export const MOST_PROFILE_BYTES = 256 * 1024
/** Most of an OpenAPI document, in bytes. */
export const MOST_DOCUMENT_BYTES = 32 * 1024 * 1024

/**
 * Reads a text file, or a pipe, of bounded length: a device gives bytes without end.
 *
 * @param most bytes
 * @throws RangeError when it is longer; the system's error when it cannot be read
 */
export function readBounded(file: string, most: number): string {
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(most + 1)
    let size = 0
    for (let read = 1; read > 0 && size <= most; size += read)
      read = readSync(opened, bytes, { offset: size })
    if (size > most) throw new RangeError(`longer than ${most} bytes`)
    return bytes.toString('utf8', 0, size)
  } finally {
    closeSync(opened)
  }
}
