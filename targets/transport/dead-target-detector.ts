import type { Failure } from '../../conformance/exchange.ts'

const SILENT: ReadonlySet<Failure['kind']> = new Set(['refused', 'unreachable', 'tls', 'reset'])

/** Counts consecutive requests without any answer, so that a run against a dead target ends. */
export class DeadTargetDetector {
  readonly #limit: number
  #inRow = 0
  #reason: string | undefined

  /** @param limit how many requests in a row without any answer make a target lost */
  constructor(limit = 8) {
    this.#limit = limit
  }

  /** Notes the result of a request. A lost target stays lost. */
  note(failure: Failure | undefined): void {
    if (failure === undefined || !this.#isSilent(failure)) {
      this.#inRow = 0
      return
    }
    this.#inRow += 1
    if (this.#inRow >= this.#limit) {
      this.#reason ??= `${this.#inRow} requests in a row had no whole answer, the last because of: ${failure.message}`
    }
  }

  /** Begins to count anew: the target was found to answer again. */
  revive(): void {
    this.#inRow = 0
    this.#reason = undefined
  }

  /** Counts the target as lost for another reason. */
  lose(reason: string): void {
    this.#reason ??= reason
  }

  /** An answer that began and never ends, or that is too long, costs as much time as none. */
  #isSilent({ kind, status }: Failure): boolean {
    return kind === 'timeout' || kind === 'too-large' || (status === undefined && SILENT.has(kind))
  }

  /** Says why the target counts as lost; undefined as long as it does not. */
  reason(): string | undefined {
    return this.#reason
  }
}
