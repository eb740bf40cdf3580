import type { Message } from './message.ts'

/** A clock that is set back by less than this may as well be two clocks of one machine. */
const LEAST_JUMP_MS = 1000

/**
 * Numbers the parts of a file between which its clock was set back. Tools sort entries by their beginning or by their end. An entry
 * that ended before its predecessor began fits neither, so the order of the two is not known.
 */
export class Parts {
  #last: number | undefined
  #jumps = 0

  get jumps(): number {
    return this.#jumps
  }

  /** The part that a message belongs to; empty for the first. */
  of({ startedAt, elapsedMs }: Message): string {
    if (this.#last !== undefined && startedAt + elapsedMs < this.#last - LEAST_JUMP_MS) this.#jumps += 1
    this.#last = startedAt
    return this.#jumps === 0 ? '' : `part ${this.#jumps + 1}`
  }
}
