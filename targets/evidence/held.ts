/** How much of answers is held at once until they are judged: far more than any run on a real platform takes. */
const MOST_BYTES = 48 * 1024 * 1024

interface Holding {
  readonly bytes: number
  /** Drops what is held; absent where judging needs it. */
  readonly drop?: () => void
}

/** Counts the bytes of answers that are held for judging, so that a run keeps within its memory. */
export class Held {
  readonly #most: number
  readonly #all = new Set<Holding>()
  /** Those that may be dropped, the oldest first. */
  readonly #droppable = new Set<Holding>()
  #bytes = 0

  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  /**
   * Counts what is held from now on.
   *
   * @param drop lets go of it when there is no room for more; absent where judging needs it
   * @returns what says that it is held no longer
   */
  hold(bytes: number, drop?: () => void): () => void {
    const one: Holding = { bytes, ...(drop && { drop }) }
    this.#all.add(one)
    if (drop) this.#droppable.add(one)
    this.#bytes += bytes
    return () => this.#end(one)
  }

  /** Why no further answer can be held, even without what may be dropped; undefined as long as one can. */
  full(): string | undefined {
    for (const one of this.#droppable) {
      if (this.#bytes < this.#most) break
      one.drop?.()
      this.#end(one)
    }
    return this.#bytes < this.#most
      ? undefined
      : `the answers that are held for judging take more than ${this.#most / 1024 / 1024} MB together`
  }

  #end(one: Holding): void {
    this.#droppable.delete(one)
    if (this.#all.delete(one)) this.#bytes -= one.bytes
  }
}
