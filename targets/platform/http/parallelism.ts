import pLimit from 'p-limit'

/** As many as a handful of users. */
const LEAST = 8
const MOST = 32
/** So many answers for each request under way show how fast a target is. */
const ANSWERS_EACH = 4
/** Twice as many at once are worth it only where at least so many times the answers come of them. */
const WORTH = 1.6
/** A larger part of errors among the answers says that a target is overloaded. */
const MOST_ERRORS = 0.1
/** Answers that are faster, in milliseconds, leave nothing to wait for. */
const SLOW_MS = 50

/**
 * Learns how many requests at once a target bears. A slow target may well serve more of them side by side: their number grows as long
 * as more answers a second come of it. Once they do not, or a request is put off or breaks, it goes back for good.
 */
export class Parallelism {
  readonly #limit = pLimit(LEAST)
  /** The number of requests at once that was tried before, and the answers that came of it. */
  #former: { readonly most: number; readonly perSecond: number } | undefined
  #isSettled = false
  #isSlow = false
  #durations: number[] = []
  #errors = 0

  /** How many requests may be under way at once. */
  most(): number {
    return this.#limit.concurrency
  }

  /** Says whether the target was seen to be slow: what waits for one of its answers waits long. */
  isSlow(): boolean {
    return this.#isSlow
  }

  /** Performs a request once there is room for it; time spent in the queue is no time of the target. */
  run<T>(request: () => Promise<T>): Promise<T> {
    return this.#limit(request)
  }

  /** An answer with this status came after so many milliseconds. */
  answered(status: number, elapsedMs: number): void {
    if (this.#isSettled) return
    // Only while requests wait for their turn does the number of them bound anything.
    if (this.#limit.pendingCount === 0) this.#beginAnew()
    else {
      if (status >= 500) this.#errors += 1
      if (this.#durations.push(elapsedMs) >= ANSWERS_EACH * this.most()) this.#decide()
    }
  }

  /** A request was put off, or got no answer: whatever the reason, the target is asked gently from now on. */
  refused(): void {
    this.#settle(LEAST)
  }

  #decide(): void {
    const count = this.#durations.length
    const meanMs = this.#durations.reduce((sum, ms) => sum + ms, 0) / count
    const isOverloaded = this.#errors > MOST_ERRORS * count
    this.#beginAnew()
    if (isOverloaded) this.refused()
    else if (meanMs >= SLOW_MS) this.#tryMore(meanMs)
  }

  #tryMore(meanMs: number): void {
    this.#isSlow = true
    const most = this.most()
    const perSecond = (1000 * most) / meanMs
    const former = this.#former
    if (former !== undefined && perSecond < WORTH * former.perSecond) this.#settle(former.most)
    else if (most === MOST) this.#settle(MOST)
    else {
      this.#former = { most, perSecond }
      this.#limit.concurrency = 2 * most
    }
  }

  #beginAnew(): void {
    this.#durations = []
    this.#errors = 0
  }

  #settle(most: number): void {
    this.#isSettled = true
    this.#limit.concurrency = most
  }
}
