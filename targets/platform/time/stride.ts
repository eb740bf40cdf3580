/**
 * The longest move while deliveries may begin, in milliseconds. It is shorter than the deadline for an answer (8): the clock may not
 * wait for the receiver.
 */
const SHORT_MS = 7000
/**
 * Deliveries of what was asked for have mostly begun so long after the last request or delivery, in milliseconds of the target. Later
 * are the repeats after 32 and 60 s: whoever waits for those moves the clock up to them.
 */
const CALM_MS = 4 * SHORT_MS

/**
 * Says how far a clock is moved at once. A platform works off every timer of a long move, and need not wait for the answers of
 * receivers. So a delivery that begins within the move may miss its deadline within it.
 */
export class Stride {
  #calmAt = Number.NEGATIVE_INFINITY

  /** Notes a request or a delivery, and the moment of the target's time. */
  stirred(now: number): void {
    this.#calmAt = now + CALM_MS
  }

  /** Returns the next move on the way to a moment, in milliseconds. */
  next(now: number, until: number): number {
    const whole = until - now
    return now < this.#calmAt ? Math.min(SHORT_MS, whole) : whole
  }
}
