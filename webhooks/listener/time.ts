/** The time of one lease as its endpoints need it; everything in milliseconds of target time since the scenario began. */
export interface LeaseTime {
  /** True when the target's clock is moved, false when it is waited for. */
  readonly virtual: boolean
  now(): number
  /** Where the time will be once the move that is under way is over; the same as `now` when there is none. */
  horizon(): number
  /** Real time since the scenario began, where a moved clock may also run on by itself; undefined elsewhere. */
  beside(): number | undefined
  /** How much of the real time a moved clock was being moved; a clock that runs on by itself may stand still meanwhile. */
  moving(): number
  /** Lets time pass on behalf of the scenario. */
  sleep(ms: number): Promise<void>
  /** Waits without holding anybody back: the time does not stand still for it, and no scenario counts as asleep by it. */
  passiveSleep(ms: number): Promise<void>
  /** Says when something that the platform works for is overdue, by every clock that it may work by. */
  deadline(ms: number): { expired(): boolean }
  /** Lets a little real time pass, for a platform that works beside its clock. */
  pause(): Promise<void>
}

/** The listener's view of its target's time: who made it knows how. */
export interface ListenerTime {
  readonly traffic: Traffic
  readonly punctuality: Punctuality
}

/** Knows what is on its way between platform and receiver. */
export interface Traffic {
  /** From now on the target's time waits for what is on its way. */
  open(): void
  /** Says that something is on its way until the hold is disposed of; doing that again does nothing. */
  begin(): Disposable
  /**
   * Resolves once everything that was sent has arrived and its answers are through, while the time stands still.
   *
   * @param beforeLongStep leaves more real time for whoever got the last answer
   */
  settle(beforeLongStep?: boolean): Promise<void>
}

/** Knows how punctually this process runs. */
export interface Punctuality {
  start(): void
  stop(): void
  /** By how many milliseconds something that is seen just now may have come earlier. */
  doubt(): number
  /** Begins to measure. */
  watch(): Pauses
}

/** Pauses of this process since a watch began, in milliseconds. */
export interface Pauses {
  longestMs(): number
  /** The most, all together, within the time that a receiver has for its answer. */
  busiestMs(): number
}
