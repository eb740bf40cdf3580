import type { TakenIds } from './taken-ids.ts'

/** Deliveries that are worked off side by side may show in another order, by no more than this. */
const ORDER_MS = 3000

/** Watches whether a receiver still works off what it has taken, one reading of its effects after the other. */
export class Progress {
  #shown = 0
  #grewAt: number

  constructor(now: number) {
    this.#grewAt = now
  }

  /** Takes note of a reading. */
  note(ids: readonly string[], now: number): void {
    if (ids.length > this.#shown) this.#grewAt = now
    this.#shown = ids.length
  }

  /** Says whether anything new has shown in the last so many milliseconds. */
  hasGrown(withinMs: number, now: number): boolean {
    return now - this.#grewAt < withinMs
  }
}

/** Says whether an event that was taken clearly later than a missing one has shown before it. */
export function isOvertaken(missing: readonly string[], shown: readonly string[], taken: TakenIds): boolean {
  const newest = Math.max(...shown.map((id) => taken.takenAt(id) ?? Number.NEGATIVE_INFINITY))
  return missing.some((id) => (taken.takenAt(id) ?? Number.NEGATIVE_INFINITY) + ORDER_MS < newest)
}
