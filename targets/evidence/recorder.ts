import type { Exchange } from '../../conformance/exchange.ts'

/** The exchanges of one lease: numbered when they are sent, kept in that order. */
export class Recorder {
  readonly #scenario: string
  /** By id, in the order of sending; undefined until it has ended. */
  readonly #exchanges = new Map<string, Exchange | undefined>()
  readonly #bytes = new Map<string, Uint8Array>()
  #sent = 0

  constructor(scenario: string) {
    this.#scenario = scenario
  }

  /** Reserves the next place; what comes of it is put there when the exchange has ended. */
  begin(): { readonly id: string; end(exchange: Exchange, bytes?: Uint8Array): Exchange } {
    this.#sent += 1
    const id = `${this.#scenario}#${this.#sent}`
    this.#exchanges.set(id, undefined)
    return {
      id,
      end: (exchange, bytes) => {
        this.#exchanges.set(id, exchange)
        if (bytes) this.#bytes.set(exchange.id, bytes)
        return exchange
      },
    }
  }

  /** Everything that was sent and has ended, in order of sending. */
  exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()].filter((exchange) => exchange !== undefined)
  }

  /** The given exchanges in the order of sending. */
  inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
    const wanted = new Set(exchanges.map(({ id }) => id))
    return this.exchanges().filter(({ id }) => wanted.has(id))
  }

  /** Drops exchanges that nobody will ask for again. */
  forget(exchanges: readonly Exchange[]): void {
    for (const { id } of exchanges) {
      this.#exchanges.delete(id)
      this.#bytes.delete(id)
    }
  }

  /** Ids of the exchanges whose answers hold a text, as it is or escaped as in JSON. */
  holding(text: string): readonly string[] {
    const forms = [text, JSON.stringify(text).slice(1, -1), text.replaceAll('/', '\\/')].map((form) =>
      Buffer.from(form),
    )
    return [...this.#bytes]
      .filter(([, bytes]) => forms.some((form) => Buffer.from(bytes).includes(form)))
      .map(([id]) => id)
  }

  /** The bytes of a body as received. */
  bytes(exchange: Exchange): Uint8Array | undefined {
    return this.#bytes.get(exchange.id)
  }
}
