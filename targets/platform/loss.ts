import type { Failure } from '../../conformance/exchange.ts'

const SILENT: ReadonlySet<Failure['kind']> = new Set(['refused', 'unreachable', 'tls', 'timeout', 'reset'])

/** Counts requests in a row that met nothing at all, so that a run against a dead target ends. */
export class Loss {
  readonly #limit: number
  #inRow = 0
  #reason: string | undefined

  /** @param limit how many requests in a row without any answer make a target lost */
  constructor(limit = 8) {
    this.#limit = limit
  }

  /** Takes note of what came of a request. A lost target stays lost. */
  note(failure: Failure | undefined): void {
    if (failure === undefined || failure.status !== undefined || !SILENT.has(failure.kind)) {
      this.#inRow = 0
      return
    }
    this.#inRow += 1
    if (this.#inRow >= this.#limit) {
      this.#reason ??= `${this.#inRow} requests in a row had no answer at all, the last because of: ${failure.message}`
    }
  }

  /** Why the target counts as lost; undefined as long as it does not. */
  reason(): string | undefined {
    return this.#reason
  }
}
