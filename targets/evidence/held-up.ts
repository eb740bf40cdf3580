const STEP_MS = 20

/** Watches how long this process is held up: no time that it takes of others is better than that. */
export class HeldUp {
  readonly #seen: { readonly at: number; readonly ms: number }[] = []
  readonly #timer: NodeJS.Timeout
  #last = performance.now()
  #totalMs = 0

  constructor() {
    this.#timer = setInterval(() => this.#look(), STEP_MS)
    this.#timer.unref()
  }

  #look(): void {
    const now = performance.now()
    const ms = now - this.#last - STEP_MS
    this.#last = now
    if (ms <= STEP_MS) return
    this.#seen.push({ at: now, ms })
    this.#totalMs += ms
  }

  /** The longest hold-up, in milliseconds, since a moment of this process. */
  since(moment: number): number {
    return Math.round(Math.max(0, ...this.#seen.filter(({ at }) => at >= moment).map(({ ms }) => ms)))
  }

  /** All hold-ups up to now together, in milliseconds. */
  totalMs(): number {
    return this.#totalMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
