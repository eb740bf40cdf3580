/** An answer from a queue takes at least this long; a shorter one proves nothing. */
const LEAST_MS = 1500
/** Tolerances: an answer may take so much longer than answers alone, and so much longer than a queue explains. */
const MORE = { factor: 1.25, ms: 500, queueFactor: 1.5 }
/** Fewer answers in the meantime prove nothing. */
const LEAST_ANSWERS = 3
/** Answers are kept this long, because no answer takes longer. */
const KEPT_MS = 20_000

/**
 * Finds out whether simultaneous deliveries wait for each other. An answer that waited took longer than any did alone. It took
 * about as long as the answers in the meantime would have taken one after the other.
 */
export class Queueing {
  readonly #now: () => number
  #singleMs = 0
  #companyAt = Number.NEGATIVE_INFINITY
  #answers: { readonly at: number; readonly elapsedMs: number }[] = []
  #isSeen = false

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** True once an answer was seen that had waited in a queue. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  /** Takes note that several deliveries are under way at this moment. */
  noteCompany(): void {
    this.#companyAt = this.#now()
  }

  /** Takes note of an answer. @returns true where it waited for others */
  note(elapsedMs: number): boolean {
    const now = this.#now()
    const since = now - elapsedMs
    this.#answers = this.#answers.filter(({ at }) => at > now - KEPT_MS)
    this.#answers.push({ at: now, elapsedMs })
    if (since > this.#companyAt) {
      this.#singleMs = Math.max(this.#singleMs, elapsedMs)
      return false
    }
    if (elapsedMs < Math.max(LEAST_MS, MORE.factor * this.#singleMs + MORE.ms)) return false
    const meanwhile = this.#answers.filter(
      ({ at, elapsedMs: took }) => at >= since && took >= this.#singleMs / 2,
    ).length
    const queues =
      meanwhile >= LEAST_ANSWERS && elapsedMs <= MORE.queueFactor * meanwhile * this.#singleMs + MORE.ms
    this.#isSeen ||= queues
    return queues
  }
}
