import { closeSync, openSync, readSync } from 'node:fs'

/** Most bytes of a profile, and of a submission that it names. */
export const MOST_PROFILE_BYTES = 256 * 1024
/** Most bytes of any other file that a profile names: an OpenAPI document, certificates. */
export const MOST_DOCUMENT_BYTES = 32 * 1024 * 1024
const PIECE_BYTES = 64 * 1024

/**
 * Reads a text file or a pipe of limited length, since a device may give bytes without end.
 *
 * A byte order mark says how it is encoded, and is not part of it; without one it is UTF-8.
 *
 * @param most bytes
 * @param whole throws a TypeError where bytes stand for no character, which would otherwise be replaced
 * @throws RangeError when it is longer; the system's error when it cannot be read
 */
export function readBounded(file: string, most: number, whole = false): string {
  const opened = openSync(file, 'r')
  try {
    const pieces: Buffer[] = []
    let remaining = most + 1
    for (let read = 1; read > 0 && remaining > 0; remaining -= read) {
      const piece = Buffer.alloc(Math.min(remaining, PIECE_BYTES))
      read = readSync(opened, piece)
      pieces.push(piece.subarray(0, read))
    }
    if (remaining <= 0) throw new RangeError(`longer than ${most} bytes`)
    return decoded(Buffer.concat(pieces), whole)
  } finally {
    closeSync(opened)
  }
}

function decoded(bytes: Buffer, fatal: boolean): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal }).decode(bytes)
}
