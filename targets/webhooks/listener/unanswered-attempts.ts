import { setTimeout as pause } from 'node:timers/promises'

/** Connections of an attempt and its copies are closed within so many milliseconds, by the clock of the platform's machine. */
const MOST_MS = 400
/** After so many waits in vain in a row the platform is taken to end its attempts by the clock that is moved. */
const IN_VAIN = 3

/** An attempt that gets no answer. */
export interface UnansweredAttempt {
  /** Equal for all attempts of one event. */
  readonly event: string
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<unknown>
}

/**
 * Attempts and their copies that run into their deadline. A platform may measure the deadline by its machine's clock, and the
 * delay of the next attempt by a clock that is moved. So that clock must not be moved between the ends of two copies: their next
 * attempts would come at different times.
 */
export class UnansweredAttempts {
  readonly #open = new Set<UnansweredAttempt>()
  #inVain = 0

  /**
   * Notes an attempt that is left without an answer. When its connection is closed, time is held until its copies are closed, too.
   *
   * @param begin holds time until the hold is disposed of
   */
  async note(attempt: UnansweredAttempt, begin: () => Disposable): Promise<void> {
    this.#open.add(attempt)
    await attempt.closed
    this.#open.delete(attempt)
    const others = [...this.#open].filter(({ event }) => event === attempt.event)
    if (others.length === 0 || this.#inVain >= IN_VAIN) return
    using _ = begin()
    const over = new AbortController()
    const all = Promise.all(others.map(({ closed }) => closed)).then(() => true)
    const tooLong = pause(MOST_MS, false, { signal: over.signal }).catch(() => false)
    const areClosed = await Promise.race([all, tooLong])
    over.abort()
    this.#inVain = areClosed ? 0 : this.#inVain + 1
  }
}
