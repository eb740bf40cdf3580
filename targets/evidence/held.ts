/** How much of answers is held at once until they are judged: far more than any run on a real platform takes. */
const MOST_BYTES = 48 * 1024 * 1024

/** Counts the bytes of answers that are held for judging, so that a run keeps within its memory. */
export class Held {
  #bytes = 0

  /** @param bytes negative for what is held no longer */
  add(bytes: number): void {
    this.#bytes += bytes
  }

  /** Why no further answer can be held; undefined as long as one can. */
  full(): string | undefined {
    return this.#bytes < MOST_BYTES
      ? undefined
      : `the answers that are held for judging take more than ${MOST_BYTES / 1024 / 1024} MB together`
  }
}
