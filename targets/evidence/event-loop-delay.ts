const STEP_MS = 20

/** Measures for how long this process is blocked: no time that it measures can be more exact than that. */
export class EventLoopDelay {
  readonly #seen: { readonly at: number; readonly ms: number }[] = []
  readonly #timer: NodeJS.Timeout
  #last = performance.now()
  #totalMs = 0

  constructor() {
    this.#timer = setInterval(() => this.#check(), STEP_MS)
    this.#timer.unref()
  }

  #check(): void {
    const now = performance.now()
    const ms = now - this.#last - STEP_MS
    this.#last = now
    if (ms <= STEP_MS) return
    this.#seen.push({ at: now, ms })
    this.#totalMs += ms
  }

  /** The longest time for which it was blocked, in milliseconds, since a moment of this process. */
  since(moment: number): number {
    return Math.round(Math.max(0, ...this.#seen.filter(({ at }) => at >= moment).map(({ ms }) => ms)))
  }

  /** The sum of all times for which it was blocked up to now, in milliseconds. */
  totalMs(): number {
    return this.#totalMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
