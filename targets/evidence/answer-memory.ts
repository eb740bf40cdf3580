/** Most bytes of answers that are kept at once until they are judged: a run with 200 generated cases takes 12 MB. */
const MOST_BYTES = 48 * 1024 * 1024
/** The part of that for answers that may be dropped: a few long documents. */
const MOST_DROPPABLE_BYTES = 8 * 1024 * 1024

interface KeptAnswer {
  readonly bytes: number
  /** Drops the answer; absent where judging needs it. */
  readonly drop?: () => void
}

/** Counts the bytes of answers that are kept for judging, so that a run keeps within its memory. */
export class AnswerMemory {
  readonly #most: number
  readonly #mostDroppable: number
  readonly #all = new Set<KeptAnswer>()
  /** Answers that may be dropped, the oldest first. */
  readonly #droppable = new Set<KeptAnswer>()
  #bytes = 0
  #droppableBytes = 0
  /** Bytes of the largest answer that judging needs. */
  #largest = 0
  /** Number of answers that are awaited. */
  #coming = 0
  readonly #waiting: (() => void)[] = []

  constructor(most = MOST_BYTES, mostDroppable = MOST_DROPPABLE_BYTES) {
    this.#most = most
    this.#mostDroppable = mostDroppable
  }

  /**
   * Counts an answer as kept from now on. Answers that may be dropped make room for later ones.
   *
   * @param drop releases the answer when there is no room for more; absent where judging needs it
   * @returns a function that ends the count
   */
  keep(bytes: number, drop?: () => void): () => void {
    const one: KeptAnswer = { bytes, ...(drop && { drop }) }
    this.#all.add(one)
    this.#bytes += bytes
    if (drop === undefined) this.#largest = Math.max(this.#largest, bytes)
    else {
      this.#droppable.add(one)
      this.#droppableBytes += bytes
      this.#dropUntil(() => this.#droppableBytes <= this.#mostDroppable, one)
    }
    return () => this.#end(one)
  }

  /**
   * Waits until there is room for one more answer as large as the largest so far, or no other answer is awaited.
   *
   * @returns has to be disposed of when the answer has come
   */
  async expect(): Promise<Disposable> {
    while (this.#coming > 0 && this.#bytes + (this.#coming + 1) * this.#largest > this.#most)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#coming += 1
    return { [Symbol.dispose]: () => this.#came() }
  }

  #came(): void {
    this.#coming -= 1
    for (const go of this.#waiting.splice(0)) go()
  }

  /** True while answers take less than a quarter of the room. */
  isRoomy(): boolean {
    return this.#bytes < this.#most / 4
  }

  /** Says why no further answer can be kept, even without those that may be dropped; undefined as long as one can. */
  full(): string | undefined {
    this.#dropUntil(() => this.#bytes < this.#most)
    return this.#bytes < this.#most
      ? undefined
      : `the answers that are kept for judging take more than ${this.#most / 1024 / 1024} MB together`
  }

  /** @param kept is never dropped, since nobody has read it yet */
  #dropUntil(isEnough: () => boolean, kept?: KeptAnswer): void {
    for (const one of this.#droppable) {
      if (isEnough()) return
      if (one === kept) continue
      one.drop?.()
      this.#end(one)
    }
  }

  #end(one: KeptAnswer): void {
    if (this.#droppable.delete(one)) this.#droppableBytes -= one.bytes
    if (this.#all.delete(one)) this.#bytes -= one.bytes
  }
}
