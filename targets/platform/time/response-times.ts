/** How many of the last durations count. */
const KEPT = 9

/** How long a target lately took for something that costs it little, so that waits can follow its machine's load. */
export class ResponseTimes {
  readonly #last: number[] = []

  /** @param ms duration of one answer, in real milliseconds */
  add(ms: number): void {
    this.#last.push(ms)
    if (this.#last.length > KEPT) this.#last.shift()
  }

  /** The median of the last durations in milliseconds; 0 when there is none. */
  median(): number {
    const sorted = this.#last.toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
}
