/** The time of one lease as its endpoints need it; everything in milliseconds of target time since the scenario began. */
export interface LeaseTime {
  /** True when the target's clock is moved, false when it is waited for. */
  readonly virtual: boolean
  now(): number
  /** Where the time will be once the move that is under way is over; the same as `now` when there is none. */
  horizon(): number
  /** Lets time pass on behalf of the scenario. */
  sleep(ms: number): Promise<void>
  /** Waits without holding anybody back: the time does not stand still for it, and no scenario counts as asleep by it. */
  passiveSleep(ms: number): Promise<void>
}

/** What a receiver shares with the time of its target. */
export interface TargetTime {
  /** Holds the time still until the returned function is called. */
  enter(): Promise<() => void>
  /** Has `settle` awaited after each move of the clock, before anybody learns that it has moved. */
  settling(settle: () => Promise<void>): void
}

/** Real milliseconds that are left for what is on its way between platform and receiver. */
export interface Patience {
  /** After a move in which nothing arrived; 0 stands for a few turns of the event loop. */
  readonly quietMs: number
  /** After the last arrival or answer. */
  readonly answeredMs: number
  /** Likewise, before a long step: what a platform takes in only after it would fall due later by the whole step. */
  readonly longStepMs: number
}
