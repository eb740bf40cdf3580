import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { MessageTraffic } from '../../webhooks/index.ts'
import { disposableOnce } from './disposable-once.ts'
import type { TimeBase } from './time-base.ts'

const TURNS = 6

/** Real milliseconds that the clock waits for messages under way between platform and receiver. */
export interface SettleTimes {
  /** After a move in which nothing arrived; 0 stands for a few turns of the event loop. */
  readonly quietMs: number
  /** After the last arrival or answer. */
  readonly answeredMs: number
  /** Likewise, before a long step: what a platform reads only after the step would be late by the whole step. */
  readonly longStepMs: number
}

/**
 * Knows whether a message is under way: a request that is being read, or an answer that is being written. The target's time
 * stands still meanwhile, and a little longer, so that the platform has read the answer before time goes on.
 */
export class MessagesUnderWay implements MessageTraffic {
  readonly #base: Pick<TimeBase, 'hold' | 'settling' | 'moveInSteps'>
  readonly #settleTimes: () => SettleTimes
  readonly #apart: boolean
  readonly #waiting = new Set<() => void>()
  #busy = 0
  #activity = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #opened = false

  /** @param apart the target is no part of this process, so that its clock does not wait for the receiver */
  constructor(
    base: Pick<TimeBase, 'hold' | 'settling' | 'moveInSteps'>,
    settleTimes: () => SettleTimes,
    apart: boolean,
  ) {
    this.#base = base
    this.#settleTimes = settleTimes
    this.#apart = apart
  }

  open(): void {
    // Before the receiver listens, a move of the clock has nothing to wait for.
    if (this.#opened) return
    this.#opened = true
    this.#base.settling(() => this.#calmed(false))
    if (this.#apart) this.#base.moveInSteps()
  }

  begin(): Disposable {
    const held = this.#base.hold()
    this.#busy += 1
    this.#touch()
    return disposableOnce(() => {
      this.#busy -= 1
      this.#touch()
      if (this.#busy === 0) for (const wake of this.#waiting) wake()
      void this.#letGo(held)
    })
  }

  async settle(beforeLongStep = false): Promise<void> {
    if (!this.#opened) return
    // Other branches of the same scenario may be asleep: time must not go on for them meanwhile.
    using _ = await this.#base.hold(false)
    await this.#calmed(beforeLongStep)
  }

  async #calmed(beforeLongStep: boolean): Promise<void> {
    const { quietMs, answeredMs, longStepMs } = this.#settleTimes()
    let seen: number
    do {
      await this.#idle()
      seen = this.#activity
      await this.#calm(quietMs, beforeLongStep ? longStepMs : answeredMs)
    } while (seen !== this.#activity || this.#busy > 0)
  }

  async #letGo(held: Promise<Disposable>): Promise<void> {
    using _ = await held
    await this.#calm(0, this.#settleTimes().answeredMs)
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
