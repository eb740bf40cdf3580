import type { Exchange } from '../../conformance/exchange.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { AnswerMemory } from './answer-memory.ts'

/** Memory of a text of many small values once it is read as JSON, as a multiple of its size. */
const READ = 4

/** The exchanges of one lease: numbered when they are sent, kept in that order. */
export class Recorder {
  readonly #scenario: string
  /** By id, in the order of sending; undefined until the exchange has ended. */
  readonly #exchanges = new Map<string, Exchange | undefined>()
  /** Bytes of bodies without text, as long as there is room for them; those of a text are made from it. */
  readonly #bytes = new Map<string, Uint8Array>()
  readonly #memory: AnswerMemory
  /** By id, a function that ends the count of an answer as kept. */
  readonly #ends = new Map<string, () => void>()
  /** The secrets that actions made, each with the id of the first one that made it. */
  readonly #secrets = new Map<string, string>()
  #sent = 0

  /** @param memory counts the answers that all leases of a target keep */
  constructor(scenario: string, memory = new AnswerMemory()) {
    this.#scenario = scenario
    this.#memory = memory
  }

  /** Reserves the next place; the exchange is stored there when it has ended. */
  begin(): { readonly id: string; end(exchange: Exchange, bytes?: Uint8Array): Exchange } {
    this.#sent += 1
    const id = `${this.#scenario}#${this.#sent}`
    this.#exchanges.set(id, undefined)
    return {
      id,
      end: (exchange, bytes) => {
        this.#exchanges.set(id, exchange)
        const isText = hasText(exchange)
        if (bytes && !isText) this.#bytes.set(id, bytes)
        // A document may be dropped, since whoever reads it does so as soon as it has come.
        const drop = isText ? undefined : () => void this.#bytes.delete(id)
        const size = exchange.answer?.body.size ?? 0
        this.#ends.set(id, this.#memory.keep(isText ? size * READ : size, drop))
        return exchange
      },
    }
  }

  /** Puts an exchange in the place of the one with its id, of which more is known now. */
  correct(exchange: Exchange): void {
    this.#exchanges.set(exchange.id, exchange)
  }

  /** Remembers a secret that an action made, so that every answer that holds it says so. */
  made({ id }: Exchange, secret: string | undefined): void {
    if (secret !== undefined && !this.#secrets.has(secret)) this.#secrets.set(secret, id)
  }

  /** Everything that was sent and has ended, in order of sending. */
  exchanges(): readonly Exchange[] {
    const holding = [...this.#secrets].map(([text, id]) => ({
      id,
      in: new Set(this.exchangesContaining(text)),
    }))
    return this.#ended().map((exchange) => {
      const holds = holding.filter((secret) => secret.in.has(exchange.id)).map(({ id }) => id)
      return holds.length === 0 ? exchange : { ...exchange, holds }
    })
  }

  #ended(): readonly Exchange[] {
    return [...this.#exchanges.values()].filter((exchange) => exchange !== undefined)
  }

  /** The given exchanges in the order of sending. */
  inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
    const wanted = new Set(exchanges.map(({ id }) => id))
    return this.exchanges().filter(({ id }) => wanted.has(id))
  }

  /** Drops exchanges that are no longer needed. */
  forget(exchanges: readonly Exchange[]): void {
    for (const { id } of exchanges) {
      this.#ends.get(id)?.()
      this.#ends.delete(id)
      this.#exchanges.delete(id)
      this.#bytes.delete(id)
    }
  }

  /** Ends the count of everything that this lease holds. */
  release(): void {
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
  }

  /** Ids of the exchanges whose answers hold a text: unchanged, in base64, or anywhere in JSON with any escapes. */
  exchangesContaining(text: string): readonly string[] {
    const inJson = JSON.stringify(text).slice(1, -1)
    const forms = [text, inJson, Buffer.from(text).toString('base64')]
    return this.#ended()
      .filter((exchange) => {
        const body = exchange.answer?.body.text ?? Buffer.from(this.#bytes.get(exchange.id) ?? [])
        if (forms.some((form) => body.includes(form))) return true
        // Without an escape the search above has found it.
        const json = typeof body === 'string' && body.includes('\\') ? parseJson(body) : undefined
        return json !== undefined && JSON.stringify(json).includes(inJson)
      })
      .map(({ id }) => id)
  }

  /** The bytes of a body as received; undefined where they had to be dropped. */
  bytes({ id, answer }: Exchange): Uint8Array | undefined {
    if (!this.#exchanges.has(id)) return undefined
    const text = answer?.body.encoding === undefined ? answer?.body.text : undefined
    return text === undefined ? this.#bytes.get(id) : Buffer.from(text)
  }
}

/** Says whether the bytes of an answer can be made from its text. */
const hasText = ({ answer }: Exchange): boolean =>
  answer?.body.text !== undefined && answer.body.encoding === undefined
