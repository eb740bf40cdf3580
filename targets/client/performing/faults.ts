import type { Operation } from '../../../conformance/exchange.ts'
import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'

/** Chooses what a request meets by how many of its kind came before. */
export class Faults {
  readonly #faults: readonly Fault[]
  readonly #seen = new Map<Operation, number>()

  constructor(faults: readonly Fault[]) {
    this.#faults = faults
  }

  /** The fault that the next request of a kind meets; undefined: none. */
  next(operation: Operation): FaultAction | undefined {
    const before = this.#seen.get(operation) ?? 0
    this.#seen.set(operation, before + 1)
    return this.#faults.find(
      ({ on, after = 0, times = Number.POSITIVE_INFINITY }) =>
        on === operation && before >= after && before < after + times,
    )?.does
  }
}
