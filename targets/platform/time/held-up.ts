import type { Punctuality } from '../../../webhooks/index.ts'

const INTERVAL_MS = 10
/**
 * Number of ticks to look back. Between two of them every socket has been polled. A delivery may need one
 * poll to be accepted and one to be read.
 */
const LOOK_BACK = 3

/**
 * Watches how punctually this process runs, with a timer that notes when it really fires. Garbage collection, long
 * computations and a starved machine all show.
 */
export class HeldUp implements Punctuality {
  readonly #now: () => number
  readonly #watches = new Set<{ longest: number }>()
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

  watch(): () => number {
    const watch = { longest: 0 }
    this.#watches.add(watch)
    return () => Math.max(watch.longest, this.#late())
  }

  #tick(): void {
    const late = this.#late()
    for (const watch of this.#watches) watch.longest = Math.max(watch.longest, late)
    this.#ticks = [...this.#ticks, this.#now()].slice(-LOOK_BACK)
  }

  #late(): number {
    const last = this.#ticks.at(-1)
    return last === undefined || !this.#timer ? 0 : Math.max(0, this.#now() - last - INTERVAL_MS)
  }
}
