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

/**
 * Says whether an event shows that was first sent clearly later than a missing one was accepted. An event may show that was processed
 * long before it was accepted, at a later attempt.
 */
export function isOvertaken(missing: readonly string[], shown: readonly string[], taken: TakenIds): boolean {
  const sentAt = (id: string) => taken.sentAt(id) ?? taken.takenAt(id)
  const newest = Math.max(...shown.flatMap((id) => sentAt(id) ?? []))
  // An event in a form that need not be accepted is in no list of those that were taken.
  return missing.some((id) => {
    const at = taken.takenAt(id) ?? sentAt(id)
    return at !== undefined && at + ORDER_MS < newest
  })
}
