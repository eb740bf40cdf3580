import type { Operation } from '../../../conformance/exchange.ts'
import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'

/** Chooses what a request meets by how many of its kind came before. */
export class Faults {
  readonly #faults: readonly Fault[]
  readonly #seen: Operation[] = []
  #isMet = false

  constructor(faults: readonly Fault[]) {
    this.#faults = faults
  }

  /** Says whether any request has met a fault. */
  get isMet(): boolean {
    return this.#isMet
  }

  /** The fault that the next request of a kind meets; undefined: none. */
  next(operation: Operation): FaultAction | undefined {
    const found = this.#faults.find(({ on, since, after = 0, times = Number.POSITIVE_INFINITY }) => {
      if (on !== operation) return false
      const begin = since === undefined ? 0 : this.#seen.indexOf(since)
      if (begin === -1) return false
      const before = this.#seen.slice(begin).filter((one) => one === on).length
      return before >= after && before < after + times
    })
    this.#seen.push(operation)
    this.#isMet ||= found !== undefined
    return found?.does
  }
}
