import { TimeIsUp } from './run-time.ts'

/** A case that is driven by itself. */
export interface Item {
  /** Only strengthens what others show: left out where a receiver is slow. */
  readonly variant?: boolean
}

export interface LanesOptions {
  now(): number
  sleep(ms: number): Promise<void>
  /** Says whether a case of a kind may still begin. */
  mayBegin(item: Item): boolean
}

/** Time after which a missing answer no longer holds back the next case. */
const PATIENCE_MS = 300
const MOST = 24
/** So long variants of one part of a run are begun. */
const VARIANTS_MS = 30_000

interface Running {
  readonly began: number
  hasCompany: boolean
  readonly ended: Promise<void>
}

/**
 * Drives cases one at a time as long as they end soon, and lets slow ones overlap. How many overlap grows as long as all goes
 * well, and shrinks when a case that went wrong in company goes well alone.
 */
export class Lanes {
  readonly #options: LanesOptions
  #limit = 4
  #inRow = 0

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /** How many cases may overlap by now. */
  get limit(): number {
    return this.#limit
  }

  /**
   * Drives all items for which there is time, in order, and returns their results. An item that failed beside
   * others is driven again alone, and that result counts. The specification promises no more than one
   * delivery at a time.
   */
  async drive<I extends Item, T>(
    items: readonly I[],
    drive: (item: I) => Promise<T>,
    wentWell: (result: T) => boolean,
  ): Promise<readonly T[]> {
    const { now, sleep } = this.#options
    const began = now()
    // No part of a run takes the time of all that follow.
    const mayBegin = (item: I) =>
      this.#options.mayBegin(item) && (item.variant !== true || now() - began < VARIANTS_MS)
    const results = new Map<number, T>()
    const running = new Set<Running>()
    const again: number[] = []

    const one = async (item: I): Promise<T | undefined> => {
      try {
        return await drive(item)
      } catch (error) {
        if (error instanceof TimeIsUp) return undefined
        throw error
      }
    }
    const start = (index: number, item: I) => {
      const company = running.size > 0
      for (const other of running) other.hasCompany = true
      const ended = one(item).then((result) => {
        running.delete(self)
        if (result === undefined) return
        if (self.hasCompany && !wentWell(result)) again.push(index)
        else {
          results.set(index, result)
          if (self.hasCompany) this.#wentWell()
        }
      })
      const self: Running = { began: now(), hasCompany: company, ended }
      running.add(self)
      // A failure is thrown where all are waited for.
      ended.catch(() => undefined)
    }
    const repeat = async () => {
      await Promise.all([...running].map(({ ended }) => ended))
      for (const index of again.splice(0)) {
        const item = items[index]
        const result = item === undefined || !mayBegin(item) ? undefined : await one(item)
        if (result === undefined) continue
        results.set(index, result)
        if (wentWell(result)) this.#wentWrong()
      }
    }
    for (const [index, item] of items.entries()) {
      for (;;) {
        if (again.length > 0) await repeat()
        const youngest = Math.max(...[...running].map(({ began }) => began))
        const left = running.size === 0 ? 0 : youngest + PATIENCE_MS - now()
        if (running.size === 0 || (running.size < this.#limit && left <= 0)) break
        const ends = [...running].map(({ ended }) => ended)
        await Promise.race([...ends, ...(left > 0 && running.size < this.#limit ? [sleep(left)] : [])])
      }
      if (mayBegin(item)) start(index, item)
    }
    await repeat()
    return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
  }

  #wentWell(): void {
    this.#inRow += 1
    if (this.#inRow < this.#limit) return
    this.#limit = Math.min(MOST, 2 * this.#limit)
    this.#inRow = 0
  }

  #wentWrong(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 4))
    this.#inRow = 0
  }
}
