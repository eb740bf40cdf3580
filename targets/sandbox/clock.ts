/** Work that falls due. When it returns a promise, a virtual clock waits for it before time moves on. */
export type DueWork = () => void | Promise<void>

/** The platform's only source of time. All times in milliseconds. */
export interface Clock {
  /** `virtual` stands still until it is moved, `running` and `exact` can be moved as well, `real` is the machine's own. */
  readonly kind: 'virtual' | 'running' | 'exact' | 'real'
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs work once, `delayMs` from now. Returns a function that cancels it. */
  schedule(delayMs: number, work: DueWork): () => void
  /** Registers asynchronous work that no timer began: a virtual clock does not move before it has ended. */
  track(work: Promise<void>): void
  /** Cancels everything that was scheduled. */
  stop(): void
}

/** A clock that can be moved. */
export interface MovableClock extends Clock {
  readonly kind: 'virtual' | 'running' | 'exact'
  /**
   * Moves time on, after all requests that have already reached this process were handled. Every timer that
   * falls due fires in the order of its time and sees that time. It has ended its work, asynchronous work
   * too, before the next one fires and before this returns. Work must not wait for later timers.
   */
  advance(milliseconds: number): Promise<void>
}
