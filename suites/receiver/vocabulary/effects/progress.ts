import type { TakenIds } from '../judge/taken-ids.ts'

/** Deliveries that are processed side by side may show in another order, within this time. */
export const ORDER_MS = 3000

/** Follows from one reading of the effects to the next whether a receiver still processes earlier deliveries. */
export class Progress {
  readonly #taken: TakenIds
  readonly #shown = new Set<string>()
  #grewAt: number

  constructor(taken: TakenIds, now: number) {
    this.#taken = taken
    this.#grewAt = now
  }

  /** Takes note of a reading. Only events of this run count: a receiver may have others, and may show only the latest. */
  note(ids: readonly string[], now: number): void {
    const more = ids.filter((id) => !this.#shown.has(id) && this.#taken.takenAt(id) !== undefined)
    if (more.length > 0) this.#grewAt = now
    for (const id of more) this.#shown.add(id)
  }

  /** Says whether an event has shown for the first time within the last `withinMs` milliseconds. */
  hasGrown(withinMs: number, now: number): boolean {
    return now - this.#grewAt < withinMs
  }
}

/** Says whether an event shows that was accepted clearly later than a missing one. */
export function isOvertaken(missing: readonly string[], shown: readonly string[], taken: TakenIds): boolean {
  const never = Number.NEGATIVE_INFINITY
  const newest = shown.reduce((latest, id) => Math.max(latest, taken.takenAt(id) ?? never), never)
  return missing.some((id) => (taken.takenAt(id) ?? never) + ORDER_MS < newest)
}
