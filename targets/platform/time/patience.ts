/** Real time that a platform is left for work that may go on beside a clock that is moved. */
export interface Patience {
  /** Begins to wait for something that should take at most so many milliseconds. */
  begin(ms: number): { expired(): boolean }
}

/** A platform that does all of its work by its clock needs no real time. */
export const none: Patience = { begin: () => ({ expired: () => true }) }

/** After so many waits in vain a platform is known to leave work undone, and the rest of them may be short. */
const IN_VAIN = 8
const SHORT_MS = 5000
/** Longest time between two questions of a caller that waits. */
const STILL_ASKING_MS = 2000
/** Of the longest wait that was not in vain: so much is left to the others in any case. */
const AMPLE = 2

/**
 * Leaves the whole time in real milliseconds, too, for all leases of one target. What never comes would cost that time again in each
 * scenario, so that it is cut down once enough has been waited for in vain.
 */
export class RealPatience implements Patience {
  readonly #mostMs: number
  readonly #now: () => number
  #inVain = 0
  /** Waits that have taken long and were not in vain so far, by how long they had waited when somebody asked last, and when. */
  readonly #long = new Set<{ waitedMs: number; askedAt: number }>()

  /**
   * @param mostMs the longest that all works of a quote in turn may take, by the profile; one wait may span several
   * @param now a monotonic clock in milliseconds
   */
  constructor(mostMs: number, now: () => number = () => performance.now()) {
    this.#mostMs = mostMs
    this.#now = now
  }

  begin(ms: number): { expired(): boolean } {
    const began = this.#now()
    const wait = { waitedMs: 0, askedAt: began }
    let over = false
    return {
      expired: () => {
        if (over) return true
        wait.askedAt = this.#now()
        wait.waitedMs = wait.askedAt - began
        over = wait.waitedMs >= this.#allowed(ms)
        if (over) {
          this.#inVain += 1
          this.#long.delete(wait)
        } else if (wait.waitedMs > SHORT_MS) this.#long.add(wait)
        return over
      },
    }
  }

  #allowed(ms: number): number {
    const whole = Math.min(ms, this.#mostMs)
    if (this.#inVain < IN_VAIN) return whole
    // A caller that still asks has not seen anything come.
    const ended = [...this.#long].filter(({ askedAt }) => this.#now() - askedAt > STILL_ASKING_MS)
    const longest = Math.max(0, ...ended.map(({ waitedMs }) => waitedMs))
    return Math.min(whole, Math.max(SHORT_MS, AMPLE * longest))
  }
}
