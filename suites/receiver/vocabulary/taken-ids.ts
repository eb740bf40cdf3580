import type { Exchange } from '../../../conformance/exchange.ts'
import type { Delivery } from '../../../conformance/ports/receiver.ts'
import { isAccepted } from './judge/answer.ts'

/** Every Event-ID that was rightly signed and accepted in a run, in whatever scenario. */
export class TakenIds {
  readonly #header: string
  readonly #taken = new Set<string>()

  /** @param header name of the header that holds an Event-ID */
  constructor(header: string) {
    this.#header = header.toLowerCase()
  }

  /** Takes note of what came of a right delivery. */
  note(delivery: Delivery, exchange: Exchange): void {
    const id = delivery.headers.find(([name]) => name.toLowerCase() === this.#header)?.[1]
    if (id !== undefined && isAccepted(exchange)) this.#taken.add(id)
  }

  get all(): readonly string[] {
    return [...this.#taken]
  }
}
