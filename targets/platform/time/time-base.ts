import { CannotTell } from '../../../conformance/verdict.ts'
import { ClockStep } from './clock-step.ts'
import { disposableOnce } from './disposable-once.ts'
import { ResponseTimes } from './response-times.ts'

/** The share of one lease in the time of its target, until it is disposed of. */
export interface TimeShare extends Disposable {
  /**
   * Waits until the target's time has moved on by `ms`; `advance` moves it when this sleeper is the first that is due.
   *
   * @param spareMs how much longer it may take, so that one move of the clock serves several sleepers; default 0
   */
  sleep(ms: number, advance: (ms: number) => Promise<void>, spareMs?: number): Promise<void>
  /** Waits likewise, but its lease does not count as asleep: for a delay of something that goes on beside the scenario. */
  passiveSleep(ms: number, advance: (ms: number) => Promise<void>): Promise<void>
  /**
   * Says that the lease waits in real time. Until the hold is disposed of, the target's time may go on by as much, and no more.
   */
  away(ms: number): Disposable
}

interface Sleeper {
  /** From this moment on it wakes with any move. */
  readonly from: number
  /** The clock stops for it at this moment. */
  readonly due: number
  readonly share: TimeShare
  /** True when its scenario goes on meanwhile. */
  readonly beside: boolean
  readonly advance: (ms: number) => Promise<void>
  wake(): void
  fail(error: unknown): void
}

/**
 * The time of one target, shared by all its leases. It moves only when each of them has a sleeper and no request is under way.
 * Before that, nothing must have happened for a turn of the event loop. So no lease that is awake ever sees it move.
 */
export class TimeBase {
  #elapsed = 0
  #busy = 0
  /** Counts everything that happens, to distinguish a quiet turn from a busy one. */
  #activity = 0
  #step: Promise<void> | undefined
  #closed = false
  #ahead = 0
  #movingMs = 0
  #began: number | undefined
  /** How long the last moves of the target's clock took in real time. */
  readonly moves = new ResponseTimes()
  readonly #settlers: (() => Promise<void>)[] = []
  #clockStep: ClockStep | undefined
  readonly #shares = new Set<TimeShare>()
  readonly #sleepers = new Set<Sleeper>()
  /** One entry for each wait in real time, with the time up to which the target may go on meanwhile. */
  readonly #away = new Set<{ readonly share: TimeShare; readonly until: number }>()

  /** By how much the time has been moved so far, in milliseconds. */
  elapsed(): number {
    return this.#elapsed
  }

  /** By how much the move that is under way will move it; 0 when there is none. */
  ahead(): number {
    return this.#ahead
  }

  /** For how many real milliseconds the target has been moving its clock so far. */
  movingMs(): number {
    return this.#movingMs + (this.#began === undefined ? 0 : performance.now() - this.#began)
  }

  /** Makes each move of the target's clock wait for `settle`, before anybody learns that it has moved. */
  settling(settle: () => Promise<void>): void {
    this.#settlers.push(settle)
  }

  /** Splits long moves into short ones from now on, while deliveries may begin. */
  moveInSteps(): void {
    this.#clockStep = new ClockStep()
  }

  /**
   * Moves the time by `ms` once `advance` has moved the target's clock and all requests that this sent out
   * have arrived. Leaves it where it is when `advance` fails.
   */
  async moving<T>(ms: number, advance: () => Promise<T>): Promise<T> {
    this.#ahead += ms
    try {
      const result = await this.#measured(advance)
      await Promise.all(this.#settlers.map((settle) => settle()))
      this.moved(ms)
      return result
    } finally {
      this.#ahead -= ms
    }
  }

  async #measured<T>(advance: () => Promise<T>): Promise<T> {
    const began = performance.now()
    this.#began ??= began
    try {
      const result = await advance()
      this.moves.add(performance.now() - began)
      return result
    } finally {
      this.#movingMs = this.movingMs()
      this.#began = undefined
    }
  }

  /** Takes part from now on: the time stands still until this lease sleeps, too. Waits while the time is being moved. */
  async join(): Promise<TimeShare> {
    await this.#standstill()
    const share: TimeShare = {
      sleep: (ms, advance, spareMs) => this.#sleep({ share, beside: false, advance }, ms, spareMs),
      passiveSleep: (ms, advance) => this.#sleep({ share, beside: true, advance }, ms),
      away: (ms) => {
        const wait = { share, until: this.#elapsed + Math.ceil(ms) }
        this.#away.add(wait)
        this.#touch()
        return disposableOnce(() => {
          this.#away.delete(wait)
          this.#touch()
        })
      },
      [Symbol.dispose]: () => {
        this.#shares.delete(share)
        for (const sleeper of this.#sleepers) if (sleeper.share === share) this.#sleepers.delete(sleeper)
        this.#touch()
      },
    }
    this.#shares.add(share)
    this.#touch()
    return share
  }

  /**
   * Says that a request goes out; the time stands still until the hold is disposed of.
   *
   * @param stirs false for a request that causes no deliveries
   */
  async hold(stirs = true): Promise<Disposable> {
    await this.#standstill()
    if (stirs) this.#clockStep?.stirred(this.#elapsed)
    this.#busy += 1
    this.#touch()
    return disposableOnce(() => {
      this.#busy -= 1
      this.#touch()
    })
  }

  /** Says that the target's time has moved on. */
  moved(ms: number): void {
    this.#elapsed += ms
    for (const sleeper of [...this.#sleepers]) if (sleeper.from <= this.#elapsed) sleeper.wake()
    this.#touch()
  }

  /** Wakes every sleeper with an error: nothing will move the time any more. */
  close(): void {
    this.#closed = true
    this.#failAll(ended())
  }

  async #standstill(): Promise<void> {
    while (this.#step) await this.#step
  }

  #sleep(sleeping: Pick<Sleeper, 'share' | 'beside' | 'advance'>, ms: number, spareMs = 0): Promise<void> {
    // A branch of a scenario that has ended must not keep the time from moving.
    if (this.#closed || !this.#shares.has(sleeping.share)) return Promise.reject(ended())
    if (ms <= 0) return new Promise((resolve) => setImmediate(resolve))
    return new Promise((resolve, reject) => {
      const done = (then: () => void) => () => {
        this.#sleepers.delete(sleeper)
        this.#touch()
        then()
      }
      const from = this.#elapsed + Math.ceil(ms)
      const fail = (error: unknown) => done(() => reject(error))()
      const sleeper: Sleeper = {
        ...sleeping,
        from,
        due: from + Math.ceil(spareMs),
        wake: done(resolve),
        fail,
      }
      this.#sleepers.add(sleeper)
      this.#touch()
    })
  }

  #quiet(): boolean {
    // Called at every request, so the cheapest conditions come first.
    if (this.#busy > 0 || this.#step !== undefined) return false
    if (this.#sleepers.size + this.#away.size < this.#shares.size) return false
    const asleep = new Set([...this.#sleepers].flatMap(({ share, beside }) => (beside ? [] : [share])))
    if (asleep.size === 0) return false
    for (const { share, until } of this.#away) {
      if (until <= this.#elapsed) return false
      if (this.#shares.has(share)) asleep.add(share)
    }
    return asleep.size === this.#shares.size
  }

  /** Checks again after a full turn of the event loop, in which code that was just woken can go on. */
  #touch(): void {
    this.#activity += 1
    const seen = this.#activity
    if (!this.#quiet()) return
    setImmediate(() =>
      setImmediate(() => {
        if (seen === this.#activity && this.#quiet()) this.#move()
      }),
    )
  }

  #move(): void {
    const [first] = [...this.#sleepers].sort((a, b) => a.due - b.due)
    if (!first) return
    const until = Math.min(first.due, ...[...this.#away].map((wait) => wait.until))
    this.#step = first
      .advance(this.#clockStep?.next(this.#elapsed, until) ?? until - this.#elapsed)
      .catch((error: unknown) => this.#failAll(error))
      .finally(() => {
        this.#step = undefined
        this.#touch()
      })
  }

  #failAll(error: unknown): void {
    for (const sleeper of [...this.#sleepers]) sleeper.fail(error)
  }
}

const ended = () => new CannotTell('the run ended while time was passing')
