/**
 * The longest move while deliveries may begin, in milliseconds. It is shorter than the platform's deadline for an answer (8 s),
 * since the clock may not wait for the receiver.
 */
const SHORT_MS = 7000
/**
 * How long after the last change or delivery further deliveries mostly have begun, in milliseconds of the target. Only the
 * repeats after 32 and 60 s come later, and whoever waits for those moves the clock up to them.
 */
const CALM_MS = 4 * SHORT_MS

/**
 * Says how far a clock is moved at once. In a long move a platform runs every timer, and need not wait for the answers of
 * receivers. So a delivery that begins within the move may also miss its deadline within it.
 */
export class ClockStep {
  #calmAt = Number.NEGATIVE_INFINITY

  /** Notes a request that may change something, or a delivery, at a moment of the target's time. */
  stirred(now: number): void {
    this.#calmAt = now + CALM_MS
  }

  /** Returns the next move on the way to a moment, in milliseconds. */
  next(now: number, until: number): number {
    const whole = until - now
    return now < this.#calmAt ? Math.min(SHORT_MS, whole) : whole
  }
}
