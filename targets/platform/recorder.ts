import type { Exchange } from '../../conformance/exchange.ts'

/** The exchanges of one lease: numbered when they are sent, kept in that order. */
export class Recorder {
  readonly #scenario: string
  readonly #exchanges: (Exchange | undefined)[] = []
  readonly #bytes = new Map<string, Uint8Array>()

  constructor(scenario: string) {
    this.#scenario = scenario
  }

  /** Reserves the next place; what comes of it is put there when the exchange has ended. */
  begin(): { readonly id: string; end(exchange: Exchange, bytes?: Uint8Array): Exchange } {
    const index = this.#exchanges.push(undefined) - 1
    return {
      id: `${this.#scenario}#${index + 1}`,
      end: (exchange, bytes) => {
        this.#exchanges[index] = exchange
        if (bytes) this.#bytes.set(exchange.id, bytes)
        return exchange
      },
    }
  }

  /** Everything that was sent and has ended, in order of sending. */
  exchanges(): readonly Exchange[] {
    return this.#exchanges.filter((exchange) => exchange !== undefined)
  }

  /** The bytes of a body as received. */
  bytes(exchange: Exchange): Uint8Array | undefined {
    return this.#bytes.get(exchange.id)
  }
}
