import { setTimeout as pause } from 'node:timers/promises'

/** Copies of an attempt end so soon after each other by the clock of a machine, in milliseconds. */
const MOST_MS = 400
/** After so many waits in vain in a row a platform is known to end its attempts by the clock that is moved. */
const IN_VAIN = 3

/** An attempt that is not answered. */
export interface Unanswered {
  /** Equal for all attempts of one event. */
  readonly event: string
  /** Resolves when the other side has closed the connection. */
  readonly closed: Promise<unknown>
}

/**
 * Copies of an attempt that run into their deadline. A platform may measure that by its machine, and the delay of the next attempt by
 * a clock that is moved. So that clock must not be moved between the ends of two copies: they would be apart from then on.
 */
export class Twins {
  readonly #open = new Set<Unanswered>()
  #inVain = 0

  /**
   * Notes an attempt that is left without an answer. When its connection is closed, time is held until its copies are, too.
   *
   * @param begin holds time until the hold is disposed of
   */
  async note(one: Unanswered, begin: () => Disposable): Promise<void> {
    this.#open.add(one)
    await one.closed
    this.#open.delete(one)
    const others = [...this.#open].filter(({ event }) => event === one.event)
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
