import pLimit from 'p-limit'
import { ResponseTimes } from '../time/response-times.ts'

/** The load that a handful of users causes. */
const LEAST = 8
const MOST = 32
/** Answers that are measured for each request under way, before the speed of a target is known. */
const ANSWERS_EACH = 4
/**
 * The number of requests at once is doubled again only if the last doubling brought at least so many times the answers per
 * second.
 */
const WORTH = 1.6
/** A larger share of errors among the answers shows that a target is overloaded. */
const MOST_ERRORS = 0.1
/** Answers that take less, in milliseconds, are fast enough. */
const SLOW_MS = 50
/** Answers that mostly take more are slow, however few requests are under way. */
const ALWAYS_SLOW_MS = 100

/**
 * Learns how many requests at once a target bears. Their number doubles as long as that brings more answers per second. When it
 * does not, or when a request is put off or fails, the number goes back and then stays.
 */
export class Parallelism {
  readonly #limit = pLimit(LEAST)
  /** The number of requests at once that was tried before, and the answers per second that it brought. */
  #former: { readonly most: number; readonly perSecond: number } | undefined
  #isSettled = false
  #isSlow = false
  readonly #last = new ResponseTimes()
  #durations: number[] = []
  #errors = 0

  /** How many requests may be under way at once. */
  most(): number {
    return this.#limit.concurrency
  }

  /** Says whether the target's answers were slow. */
  isSlow(): boolean {
    return this.#isSlow || this.#last.median() >= ALWAYS_SLOW_MS
  }

  /** Performs a request once there is room for it. The time in the queue does not count as time of the target. */
  run<T>(request: () => Promise<T>): Promise<T> {
    return this.#limit(request)
  }

  /** Notes an answer, with its status and its duration. */
  answered(status: number, elapsedMs: number): void {
    this.#last.add(elapsedMs)
    if (this.#isSettled) return
    // The number of requests at once is a limit only while requests wait in the queue.
    if (this.#limit.pendingCount === 0) this.#beginAnew()
    else {
      if (status >= 500) this.#errors += 1
      if (this.#durations.push(elapsedMs) >= ANSWERS_EACH * this.most()) this.#decide()
    }
  }

  /** Notes that a request was put off or got no answer: from now on the target gets few requests at once. */
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
