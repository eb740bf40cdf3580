/** So long an answer takes in a queue at least; below that, it is too little to tell. */
const LEAST_MS = 1500
/** How far an answer may lie beyond those to deliveries that were alone, and beyond what a queue explains. */
const MORE = { factor: 1.25, ms: 500, queueFactor: 1.5 }
/** With fewer answers meanwhile nothing shows. */
const LEAST_ANSWERS = 3
/** No answer takes longer. */
const KEPT_MS = 20_000

/**
 * Finds out whether deliveries at the same time wait for each other. Such an answer takes longer than any did alone. It takes
 * about as long as the answers that came meanwhile would have taken one after the other.
 */
export class Queueing {
  readonly #now: () => number
  #aloneMs = 0
  #companyAt = Number.NEGATIVE_INFINITY
  #answers: { readonly at: number; readonly elapsedMs: number }[] = []
  #isSeen = false

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** True once an answer was seen that came out of a queue. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  /** Several deliveries are under way at this moment. */
  noteCompany(): void {
    this.#companyAt = this.#now()
  }

  /** Takes note of an answer. @returns true when it waited for others */
  note(elapsedMs: number): boolean {
    const now = this.#now()
    const since = now - elapsedMs
    this.#answers = this.#answers.filter(({ at }) => at > now - KEPT_MS)
    this.#answers.push({ at: now, elapsedMs })
    if (since > this.#companyAt) {
      this.#aloneMs = Math.max(this.#aloneMs, elapsedMs)
      return false
    }
    if (elapsedMs < Math.max(LEAST_MS, MORE.factor * this.#aloneMs + MORE.ms)) return false
    const meanwhile = this.#answers.filter(
      ({ at, elapsedMs: took }) => at >= since && took >= this.#aloneMs / 2,
    ).length
    const queues =
      meanwhile >= LEAST_ANSWERS && elapsedMs <= MORE.queueFactor * meanwhile * this.#aloneMs + MORE.ms
    this.#isSeen ||= queues
    return queues
  }
}
