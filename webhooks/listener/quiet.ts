import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Patience, TargetTime } from './time.ts'

const TURNS = 6

/**
 * Knows whether anything is on its way: a request that is being read, or an answer that is being written. The target's time
 * stands still as long, and a little longer, so that the answer has been taken in before time goes on.
 */
export class Quiet {
  readonly #enter: TargetTime['enter']
  readonly #patience: Patience
  readonly #waiting = new Set<() => void>()
  #busy = 0
  #activity = 0
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(time: TargetTime, patience: Patience) {
    this.#enter = () => time.enter()
    this.#patience = patience
    time.settling(() => this.settle())
  }

  /** Says that something is on its way until the returned function is called; calling that again does nothing. */
  begin(): () => void {
    const held = this.#enter()
    this.#busy += 1
    this.#touch()
    let over = false
    return () => {
      if (over) return
      over = true
      this.#busy -= 1
      this.#touch()
      if (this.#busy === 0) for (const wake of this.#waiting) wake()
      void this.#letGo(held)
    }
  }

  /**
   * Resolves once everything that was sent has arrived and its answers are through.
   *
   * @param beforeLongStep leaves more real time for whoever got the last answer
   */
  async settle(beforeLongStep = false): Promise<void> {
    const { quietMs, answeredMs, longStepMs } = this.#patience
    let seen: number
    do {
      await this.#idle()
      seen = this.#activity
      await this.#calm(quietMs, beforeLongStep ? longStepMs : answeredMs)
    } while (seen !== this.#activity || this.#busy > 0)
  }

  async #letGo(held: Promise<() => void>): Promise<void> {
    const leave = await held
    await this.#calm(0, this.#patience.answeredMs)
    leave()
  }

  async #calm(ms: number, answeredMs: number): Promise<void> {
    // Each turn polls the sockets once: one accepts a connection, the next one reads what came over it.
    for (let count = 0; count < TURNS; count += 1) await turn()
    const wait = Math.max(ms, answeredMs - (performance.now() - this.#lastAt))
    if (wait > 0) await pause(wait)
  }

  async #idle(): Promise<void> {
    if (this.#busy === 0) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
  }

  #touch(): void {
    this.#activity += 1
    this.#lastAt = performance.now()
  }
}
