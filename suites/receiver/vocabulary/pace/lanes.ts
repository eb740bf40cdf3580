import type { Item } from './item.ts'
import { Queueing } from './queueing.ts'
import { TimeIsUp } from './run-time.ts'

export interface LanesOptions {
  now(): number
  sleep(ms: number): Promise<void>
  /** Says whether a case may still begin. */
  mayBegin(item: Item): boolean
}

/**
 * Time after which an unanswered case no longer holds back the next one: `first` at the start, `proven` once several at a time
 * went well.
 */
const PATIENCE_MS = { first: 300, proven: 60 }
const LIMIT = { first: 4, proven: 8, most: 24, queue: 2 }
/** Variants of one part of a run begin only within this time. */
const VARIANTS_MS = 30_000

interface Running {
  readonly began: number
  hasCompany: boolean
  readonly ended: Promise<void>
}

/**
 * Drives cases one at a time as long as they end soon, and lets slow ones overlap across all parts of the run. The number that
 * may overlap grows as long as all goes well. It shrinks when a case that failed beside others succeeds alone. It also shrinks
 * when answers take longer beside others than they ever took alone.
 */
export class Lanes {
  readonly #options: LanesOptions
  readonly #queueing: Queueing
  readonly #running = new Set<Running>()
  #limit: number = LIMIT.first
  #inRow = 0
  /** Resolves when no case waits to run by itself any more. */
  #exclusive: Promise<unknown> | undefined

  constructor(options: LanesOptions) {
    this.#options = options
    this.#queueing = new Queueing(options.now)
  }

  /** How many cases may overlap now. */
  get limit(): number {
    return this.#limit
  }

  /** True once several slow cases at a time were answered as well as alone. */
  get bearsCompany(): boolean {
    return this.#limit >= LIMIT.proven && !this.#queueing.isSeen
  }

  /**
   * Takes note of how long an answer took, in milliseconds. If answers wait in a queue, fewer cases may overlap: more would not
   * be faster.
   */
  noteAnswer(elapsedMs: number): void {
    if (this.#running.size > 1) this.#queueing.noteCompany()
    if (!this.#queueing.note(elapsedMs)) return
    this.#limit = Math.min(this.#limit, Math.max(LIMIT.queue, Math.floor(this.#limit / 2)))
    this.#inRow = 0
  }

  /**
   * Drives all items for which there is time, in order, and returns their results. An item that failed beside others is driven
   * again alone, and that result counts. The specification promises only one delivery at a time.
   */
  async drive<I extends Item, T>(
    items: readonly I[],
    drive: (item: I) => Promise<T>,
    wentWell: (result: T) => boolean,
  ): Promise<readonly T[]> {
    const { now } = this.#options
    const began = now()
    // No part of a run may use up the time of the parts that follow.
    const mayBegin = (item: I) =>
      this.#options.mayBegin(item) && (item.variant !== true || now() - began < VARIANTS_MS)
    const results = new Map<number, T>()
    const own = new Set<Promise<void>>()
    const again: number[] = []

    const start = (index: number, item: I) => {
      const self = this.#start(unlessLate(drive(item)), (result) => {
        if (result === undefined) return
        if (self.hasCompany && !wentWell(result)) again.push(index)
        else {
          results.set(index, result)
          if (self.hasCompany) this.#wentWell()
        }
      })
      own.add(self.ended)
    }
    const repeat = async () => {
      await Promise.all(own)
      for (const index of again.splice(0)) {
        const item = items[index]
        if (item === undefined || !mayBegin(item)) continue
        const result = await this.#byItself(() => unlessLate(drive(item)))
        if (result === undefined) continue
        results.set(index, result)
        if (wentWell(result)) this.#wentWrong()
      }
    }
    for (const [index, item] of items.entries()) {
      if (again.length > 0) await repeat()
      await this.#turn(() => mayBegin(item) && start(index, item))
    }
    await repeat()
    return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
  }

  #start<T>(work: Promise<T>, note: (result: T) => void): Running {
    const hasCompany = this.#running.size > 0
    for (const other of this.#running) other.hasCompany = true
    const leave = () => {
      if (this.#running.size > 1) this.#queueing.noteCompany()
      this.#running.delete(self)
    }
    const ended = work.then(note).finally(leave)
    const self: Running = { began: this.#options.now(), hasCompany, ended }
    this.#running.add(self)
    // The callers that wait for it throw the failure. This only avoids an unhandled rejection.
    ended.catch(() => undefined)
    return self
  }

  /** Waits until one more case may begin, and begins it in the same tick. */
  async #turn(begin: () => void): Promise<void> {
    const { now, sleep } = this.#options
    for (;;) {
      if (this.#exclusive !== undefined) {
        await this.#exclusive
        continue
      }
      const running = [...this.#running]
      const patienceMs = this.bearsCompany ? PATIENCE_MS.proven : PATIENCE_MS.first
      const left = Math.max(...running.map(({ began }) => began)) + patienceMs - now()
      const isFull = running.length >= this.#limit
      if (running.length === 0 || (!isFull && left <= 0)) return begin()
      const ends = running.map(({ ended }) => ended.catch(() => undefined))
      await Promise.race([...ends, ...(isFull ? [] : [sleep(left)])])
    }
  }

  /** Waits until everything else has ended, then drives a case alone. No other case begins meanwhile. */
  async #byItself<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#exclusive
    const ended = (async () => {
      await before
      await Promise.all([...this.#running].map(({ ended }) => ended.catch(() => undefined)))
      let result: T | undefined
      const { ended } = this.#start(work(), (value) => {
        result = value
      })
      await ended
      return result as T
    })()
    const settled = ended.then(
      () => undefined,
      () => undefined,
    )
    const last = settled.then(() => {
      if (this.#exclusive === last) this.#exclusive = undefined
    })
    this.#exclusive = last
    return ended
  }

  #wentWell(): void {
    this.#inRow += 1
    if (this.#inRow < this.#limit) return
    this.#limit = Math.min(LIMIT.most, 2 * this.#limit)
    this.#inRow = 0
  }

  #wentWrong(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 4))
    this.#inRow = 0
  }
}

/** The result; undefined where the time of the run was up. */
async function unlessLate<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TimeIsUp) return undefined
    throw error
  }
}
