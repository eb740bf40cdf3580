import type { Exchange } from '../../../conformance/exchange.ts'
import type { Delivery } from '../../../conformance/ports/receiver.ts'
import { isAccepted } from './judge/answer.ts'

/** Every Event-ID that was rightly signed and accepted in a run, in whatever scenario. */
export class TakenIds {
  readonly #header: string
  readonly #isRight: (delivery: Delivery) => boolean
  readonly #taken = new Set<string>()

  /**
   * @param header name of the header that holds an Event-ID
   * @param isRight whether a delivery was made as a right one
   */
  constructor(header: string, isRight: (delivery: Delivery) => boolean) {
    this.#header = header.toLowerCase()
    this.#isRight = isRight
  }

  note(delivery: Delivery, exchange: Exchange): void {
    const id = delivery.headers.find(([name]) => name.toLowerCase() === this.#header)?.[1]
    if (id !== undefined && this.#isRight(delivery) && isAccepted(exchange)) this.#taken.add(id)
  }

  get all(): readonly string[] {
    return [...this.#taken]
  }
}
