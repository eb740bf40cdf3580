/** The time of one lease for its endpoints; everything in milliseconds of target time since the scenario began. */
export interface LeaseTime {
  /** True when the target's clock is moved, false when the suite waits for it. */
  readonly virtual: boolean
  now(): number
  /** The target time after the move that is under way; the same as `now` when there is none. */
  horizon(): number
  /** Real time since the scenario began, where a moved clock may also run on by itself; undefined elsewhere. */
  beside(): number | undefined
  /** For how long a moved clock was being moved, in real time; a clock that also runs by itself may stand still meanwhile. */
  moving(): number
  /**
   * Lets time pass on behalf of the scenario.
   *
   * @param spareMs how much more of it may pass, so that a move of the clock serves others, too; default 0
   */
  sleep(ms: number, spareMs?: number): Promise<void>
  /** Waits without stopping the time for others, and no scenario counts as asleep by it. */
  passiveSleep(ms: number): Promise<void>
  /** Starts a deadline for work of the platform: it ends when the work is overdue by every clock that the platform may use. */
  deadline(ms: number): { expired(): boolean }
  /** Lets a little real time pass, for a platform that works beside its clock. */
  pause(): Promise<void>
}

/** The listener's access to its target's time; the target implements it. */
export interface ListenerTime {
  readonly traffic: MessageTraffic
  readonly punctuality: Punctuality
}

/** Knows whether messages are under way between platform and receiver. */
export interface MessageTraffic {
  /** Makes the target's time wait for messages under way from now on. */
  open(): void
  /** Says that a message is under way until the hold is disposed of; doing that again does nothing. */
  begin(): Disposable
  /**
   * Resolves once everything that was sent has arrived and its answers are read, while the time stands still.
   *
   * @param beforeLongStep leaves more real time to the reader of the last answer
   */
  settle(beforeLongStep?: boolean): Promise<void>
}

/** Measures how punctually this process runs. */
export interface Punctuality {
  start(): void
  stop(): void
  /** How many milliseconds earlier something may have come that is noticed just now. */
  doubt(): number
  /** Begins to measure. */
  watch(): Pauses
}

/** The times for which this process was blocked since a watch began, in milliseconds. */
export interface Pauses {
  longestMs(): number
  /** The largest sum of them within the time that a receiver has for its answer. */
  busiestMs(): number
}
