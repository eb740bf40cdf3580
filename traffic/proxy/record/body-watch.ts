import { createHash } from 'node:crypto'
import type { PassedBody } from './passed.ts'

/** The bytes that all bodies under way may keep together. */
export interface Room {
  /** Takes so many bytes, where there is room for them. */
  take(bytes: number): boolean
  give(bytes: number): void
}

export function roomFor(most: number): Room {
  let left = most
  return {
    take(bytes) {
      if (bytes > left) return false
      left -= bytes
      return true
    },
    give(bytes) {
      left += bytes
    },
  }
}

/** No JSON of the interface is longer by far. */
const MOST_KEPT = 256 * 1024
/** Enough to recognise a document. */
const OF_A_DOCUMENT = 1024
const NOTHING = new Uint8Array(0)

/** Counts and hashes the bytes of a body as they pass, and keeps the first of them. */
export class BodyWatch {
  readonly #room: Room
  readonly #hash = createHash('sha256')
  readonly #kept: Buffer[] = []
  #most: number
  #size = 0
  #keptSize = 0

  /** @param isDocument only the beginning of a document is kept */
  constructor(room: Room, isDocument: boolean) {
    this.#room = room
    this.#most = isDocument ? OF_A_DOCUMENT : MOST_KEPT
  }

  add(data: Buffer): void {
    if (data.length === 0) return
    if (this.#size === 0 && data.toString('latin1', 0, 5) === '%PDF-') this.#most = OF_A_DOCUMENT
    this.#hash.update(data)
    this.#size += data.length
    const more = Math.min(data.length, this.#most - this.#keptSize)
    if (more <= 0) return
    if (!this.#room.take(more)) {
      this.#most = this.#keptSize
      return
    }
    // A copy, since a part of a buffer would keep the whole buffer in memory.
    this.#kept.push(Buffer.from(data.subarray(0, more)))
    this.#keptSize += more
  }

  /** Returns what passed, once. The kept bytes count no more for the room of all bodies. */
  end(isWhole: boolean): PassedBody {
    this.#room.give(this.#keptSize)
    const kept = this.#size === 0 ? NOTHING : new Uint8Array(Buffer.concat(this.#kept))
    return { size: this.#size, sha256: this.#hash.digest('hex'), kept, isWhole }
  }
}
