/** The target's time. With `advance_clock` it is moved, else it is waited for. All times in milliseconds. */
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
  /**
   * Lets at least so much target time pass before something is looked at again. A virtual clock goes on to the next moment at which
   * others look, too: at most 0.14 s later.
   */
  rest(ms: number): Promise<void>
  /** Says when `ms` of patience are used up; on a shared virtual clock real time must have passed too. */
  deadline(ms: number): { expired(): boolean }
  /** Says when `ms` of real time are over, however far a clock is moved meanwhile: how long the suite itself may take. */
  effort(ms: number): { expired(): boolean }
  /** Says what the scenario waits for from now on, and for how long at most; a moved clock has nothing to tell. */
  awaits(what: string, ms: number): void
}
