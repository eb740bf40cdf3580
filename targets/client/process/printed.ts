import type { Readable } from 'node:stream'

const MOST_HEAD = 512 * 1024
const MOST_TAIL = 64 * 1024

/** The output of a process, of which only the beginning and the end are kept. */
export class Printed {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  /** Number of all bytes. */
  size = 0

  /** @param more called with the number of bytes so far */
  read(stream: Readable, more: (size: number) => void): void {
    stream.on('data', (chunk: Buffer) => {
      this.size += chunk.length
      const room = MOST_HEAD - this.#head.length
      if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)])
      if (room < chunk.length)
        this.#tail = Buffer.concat([this.#tail, chunk.subarray(Math.max(0, room))]).subarray(-MOST_TAIL)
      more(this.size)
    })
    stream.on('error', () => undefined)
  }

  /** Everything that was kept. */
  text(): string {
    return Buffer.concat([this.#head, this.#tail]).toString('utf8')
  }

  /** The last lines, of so many characters at most. */
  last(characters: number): string {
    return this.text().slice(-characters).trim()
  }
}
