/** The target's time. With `advance_clock` the suite moves it, else the suite waits. All times in milliseconds. */
export interface ClockPort {
  /** True when the target's clock can be moved. */
  readonly virtual: boolean
  /** Target time since the scenario began. */
  now(): number
  /**
   * Lets target time pass. A virtual clock moves once every scenario that shares the target is asleep. So no
   * scenario that is awake ever sees it move.
   */
  sleep(ms: number): Promise<void>
  /** Lets the same target time and real time pass, for what a platform may put off by either. */
  lag(ms: number): Promise<void>
  /**
   * Lets at least this much target time pass before the scenario checks something again. A virtual clock moves on to a
   * moment at which other scenarios check, too: at most a quarter later, or 2.14 s.
   */
  rest(ms: number): Promise<void>
  /** Starts a deadline of `ms` target time; on a shared virtual clock real time must have passed, too. */
  deadline(ms: number): { expired(): boolean }
  /** Starts a deadline of `ms` real time, however far a clock is moved meanwhile: it bounds the suite's own work. */
  effort(ms: number): { expired(): boolean }
  /** Reports what the scenario waits for from now on, and for how long at most; on a moved clock nothing is reported. */
  awaits(what: string, ms: number): void
}
