/** Timeouts in real time, for work of a platform that may go on beside a clock that is moved. */
export interface RealTimeouts {
  /** Begins to wait for something that should take at most so many milliseconds. */
  begin(ms: number): { expired(): boolean }
}

/** Timeouts that are over at once: a platform that does all of its work by its clock needs no real time. */
export const immediateTimeouts: RealTimeouts = { begin: () => ({ expired: () => true }) }

/** After so many waits in vain the platform is taken not to do some work at all, and later waits may be short. */
const IN_VAIN = 8
const SHORT_MS = 5000
/** A caller that still waits asks again within so long, or within twice the longest time between two of its questions. */
const STILL_ASKING_MS = 2000
const TIMES_THAT = 2
/** How often a caller may at least ask. */
const QUESTIONS = 4
/** Each wait gets at least so many times the longest wait that was not in vain. */
const AMPLE = 2

interface Wait {
  /** How long it had lasted when the caller asked last, and the moment of that. */
  waitedMs: number
  askedAt: number
  /** The longest time between two questions. */
  gapMs: number
}

/**
 * Lets a wait take its whole time in real milliseconds, too, for all leases of one target. Something that never comes would cost
 * that time again in each scenario, so waits are shortened after several in vain.
 */
export class AdaptiveTimeouts implements RealTimeouts {
  readonly #mostMs: number
  readonly #now: () => number
  #inVain = 0
  /** Waits that took long and were not in vain so far. */
  readonly #long = new Set<Wait>()

  /**
   * @param mostMs the longest that all work on a quote together may take, by the profile; one wait may cover several steps
   * @param now a monotonic clock in milliseconds
   */
  constructor(mostMs: number, now: () => number = () => performance.now()) {
    this.#mostMs = mostMs
    this.#now = now
  }

  begin(ms: number): { expired(): boolean } {
    const began = this.#now()
    const wait: Wait = { waitedMs: 0, askedAt: began, gapMs: 0 }
    let over = false
    return {
      expired: () => {
        if (over) return true
        wait.gapMs = Math.max(wait.gapMs, this.#now() - wait.askedAt)
        wait.askedAt = this.#now()
        wait.waitedMs = wait.askedAt - began
        over = wait.waitedMs >= this.#allowed(ms, wait)
        if (over) {
          this.#inVain += 1
          this.#long.delete(wait)
        } else if (wait.waitedMs > SHORT_MS) this.#long.add(wait)
        return over
      },
    }
  }

  #allowed(ms: number, { gapMs }: Wait): number {
    const whole = Math.min(ms, this.#mostMs)
    if (this.#inVain < IN_VAIN) return whole
    // A caller that still asks has not seen the awaited thing yet.
    const ended = [...this.#long].filter(
      (one) => this.#now() - one.askedAt > Math.max(STILL_ASKING_MS, TIMES_THAT * one.gapMs),
    )
    const longest = Math.max(0, ...ended.map(({ waitedMs }) => waitedMs))
    return Math.min(whole, Math.max(SHORT_MS, QUESTIONS * gapMs, AMPLE * longest))
  }
}
