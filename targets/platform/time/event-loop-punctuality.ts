import type { Pauses, Punctuality } from '../../webhooks/index.ts'

const INTERVAL_MS = 10
/**
 * Number of ticks to look back. Between two of them every socket has been polled. A delivery may need one
 * poll to be accepted and one to be read.
 */
const LAST_TICKS = 3
/** About the time that a receiver has for its answer. */
const WINDOW_MS = 8000
/** Shorter pauses are normal in a busy process, which still gets to everything. */
const LEAST_MS = 100

/**
 * Measures how punctually this process runs, with a timer that notes when it really fires. Garbage collection, long
 * computations and an overloaded machine all show.
 */
export class EventLoopPunctuality implements Punctuality {
  readonly #now: () => number
  readonly #watches = new Set<{ longest: number; busiest: number }>()
  /** Every pause of the last window. */
  #late: { readonly at: number; readonly ms: number }[] = []
  #ticks: number[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  start(): void {
    if (this.#timer) return
    this.#ticks = [this.#now()]
    this.#timer = setInterval(() => this.#tick(), INTERVAL_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  doubt(): number {
    const [oldest] = this.#ticks
    return oldest === undefined ? 0 : this.#now() - oldest
  }

  watch(): Pauses {
    const watch = { longest: 0, busiest: 0 }
    this.#watches.add(watch)
    return {
      longestMs: () => Math.max(watch.longest, this.#lateness()),
      busiestMs: () => Math.max(watch.busiest, this.#lateness()),
    }
  }

  #tick(): void {
    const [now, ms] = [this.#now(), this.#lateness()]
    this.#late = [
      ...this.#late.filter(({ at }) => now - at < WINDOW_MS),
      ...(ms > LEAST_MS ? [{ at: now, ms }] : []),
    ]
    const busy = this.#late.reduce((sum, one) => sum + one.ms, 0)
    for (const watch of this.#watches) {
      watch.longest = Math.max(watch.longest, ms)
      watch.busiest = Math.max(watch.busiest, busy)
    }
    this.#ticks = [...this.#ticks, this.#now()].slice(-LAST_TICKS)
  }

  #lateness(): number {
    const last = this.#ticks.at(-1)
    return last === undefined || !this.#timer ? 0 : Math.max(0, this.#now() - last - INTERVAL_MS)
  }
}
