import type { Operation } from '../../../conformance/exchange.ts'

/** Time without any accepted request after which asking further is pointless. */
const SHUT_MS = 120_000
/**
 * Most attempts of a request that is put off again and again. Fewer are made where others are let in and none
 * of its kind.
 */
const MOST_ATTEMPTS = 60
const MOST_IN_VAIN = 10
/** Once one request of a kind has been given up, the others are not held up for long. */
const LATER_IN_VAIN = 2

/** Knows what a target lets in, so that a run waits where waiting helps and ends where it does not. */
export class Admissions {
  readonly #now: () => number
  /** When something of each operation was let in last. */
  readonly #letInAt = new Map<Operation, number>()
  readonly #givenUp = new Set<Operation>()
  /** When anything but a token was let in last. */
  #anyAt = Number.NEGATIVE_INFINITY
  #shutSince: number | undefined
  #inRow = 0

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  letIn(operation: Operation): void {
    this.#letInAt.set(operation, this.#now())
    this.#givenUp.delete(operation)
    // A token alone opens nothing.
    if (operation === 'token') return
    this.#anyAt = this.#now()
    this.#shutSince = undefined
    this.#inRow = 0
  }

  /**
   * A request was put off.
   *
   * @param delayMs when it would come again
   * @returns why nothing more is to be hoped for; undefined as long as something is
   */
  putOff(delayMs: number): string | undefined {
    this.#shutSince ??= this.#now()
    this.#inRow += 1
    const shutMs = this.#now() - this.#shutSince
    if (shutMs + delayMs < SHUT_MS) return undefined
    return `it lets no request in: ${this.#inRow} in a row were put off (429 or 503) within ${Math.round(shutMs / 1000)} s`
  }

  /**
   * Says whether a request that was put off is worth sending again.
   * @param attempt how often it was sent
   * @param asked when it was sent first, by the same clock
   */
  mayComeAgain(operation: Operation, attempt: number, asked: number): boolean {
    // Where nothing at all is let in the whole run waits, and ends together.
    if (this.#anyAt < asked) return true
    const helps = (this.#letInAt.get(operation) ?? Number.NEGATIVE_INFINITY) > asked
    const most = helps ? MOST_ATTEMPTS : this.#givenUp.has(operation) ? LATER_IN_VAIN : MOST_IN_VAIN
    if (attempt < most) return true
    this.#givenUp.add(operation)
    return false
  }
}
