import { setTimeout as pause } from 'node:timers/promises'

/** Pause between two starts, so that starts do not overload a slow machine. */
const BETWEEN_MS = 150

/** Allows one start after the other. */
export class StartQueue {
  readonly #closed: AbortSignal
  #next = 0

  constructor(closed: AbortSignal) {
    this.#closed = closed
  }

  /** Waits until it is the caller's turn; ends at once when the run is over. */
  async next(): Promise<void> {
    const now = performance.now()
    this.#next = Math.max(now, this.#next + BETWEEN_MS)
    await pause(this.#next - now, undefined, { signal: this.#closed }).catch(() => undefined)
  }
}
