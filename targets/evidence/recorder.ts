import type { Exchange } from '../../conformance/exchange.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { utf8 } from './body.ts'

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

  /** Ids of the exchanges whose answers hold a text: as it is, in base64, or anywhere in JSON with whatever escapes. */
  holding(text: string): readonly string[] {
    const inJson = JSON.stringify(text).slice(1, -1)
    const forms = [text, inJson, Buffer.from(text).toString('base64')]
    return [...this.#bytes]
      .filter(([, bytes]) => {
        const body = Buffer.from(bytes)
        if (forms.some((form) => body.includes(form))) return true
        // Only an escape can hide it.
        const json = body.includes('\\') ? parseJson(utf8(body)) : undefined
        return json !== undefined && JSON.stringify(json).includes(inJson)
      })
      .map(([id]) => id)
  }

  /** The bytes of a body as received. */
  bytes(exchange: Exchange): Uint8Array | undefined {
    return this.#bytes.get(exchange.id)
  }
}
