import { createHash } from 'node:crypto'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Delivery } from '../../../conformance/ports/receiver.ts'
import { isAccepted } from './judge/answer.ts'

/**
 * Every Event-ID that was rightly signed and accepted in a run, in whatever scenario. One that came with another body is left out: no
 * platform sends such a thing, and what becomes of it is open.
 */
export class TakenIds {
  readonly #header: string
  /** SHA-256 of the body of each; undefined where there were several. */
  readonly #taken = new Map<string, string | undefined>()
  readonly #takenAt = new Map<string, number>()

  /** @param header name of the header that holds an Event-ID */
  constructor(header: string) {
    this.#header = header.toLowerCase()
  }

  /** Takes note of what came of a right delivery. */
  note(delivery: Delivery, exchange: Exchange): void {
    const id = delivery.headers.find(([name]) => name.toLowerCase() === this.#header)?.[1]
    if (id === undefined || !isAccepted(exchange)) return
    if (!this.#takenAt.has(id)) this.#takenAt.set(id, exchange.startedAt + exchange.elapsedMs)
    const body = createHash('sha256').update(delivery.body).digest('hex')
    this.#taken.set(id, this.#taken.has(id) && this.#taken.get(id) !== body ? undefined : body)
  }

  /** When a right delivery under an id was first accepted, in milliseconds since the epoch. */
  takenAt(id: string): number | undefined {
    return this.#takenAt.get(id)
  }

  get all(): readonly string[] {
    return [...this.#taken].filter(([, body]) => body !== undefined).map(([id]) => id)
  }
}
