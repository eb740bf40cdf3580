import type { Operation } from '../../../conformance/exchange.ts'
import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'

/** Chooses the fault of a request by the number of earlier requests of its kind. */
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

  /** The fault of the next request of a kind; undefined for none. */
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
