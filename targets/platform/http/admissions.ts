import type { Operation } from '../../../conformance/exchange.ts'

/** After so long without any accepted request the run gives up. */
const SHUT_MS = 120_000
/**
 * Most attempts of a request that is put off again and again. Fewer are made where other kinds of requests are let in and its
 * own kind is not.
 */
const MOST_ATTEMPTS = 60
const MOST_IN_VAIN = 10
/** Attempts of a further request of a kind of which one was given up already. */
const LATER_IN_VAIN = 2
/** A kind of requests counts as blocked if a limit shared by all would put it off so often with less than this probability. */
const CHANCE = 0.001

/** A count of attempts that the target let in, and of those that it put off (429, 503). */
interface Tally {
  readonly letIn: number
  readonly putOff: number
}

/** The tallies at the time when a request was sent first: of its own kind, and of all other kinds. */
export interface Before {
  readonly own: Tally
  readonly others: Tally
}

/** Counts what a target lets in, so that a run waits where waiting helps, and ends where it does not. */
export class Admissions {
  readonly #now: () => number
  readonly #tallies = new Map<Operation, Tally>()
  readonly #givenUp = new Set<Operation>()
  #shutSince: number | undefined
  #inRow = 0

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns the tallies so far, for a request of this kind that begins now. */
  before(operation: Operation): Before {
    const others = { letIn: 0, putOff: 0 }
    for (const [kind, { letIn, putOff }] of this.#tallies) {
      // A token alone does not show that the API lets requests in.
      if (kind === operation || kind === 'token') continue
      others.letIn += letIn
      others.putOff += putOff
    }
    return { own: this.#tally(operation), others }
  }

  letIn(operation: Operation): void {
    const { letIn, putOff } = this.#tally(operation)
    this.#tallies.set(operation, { letIn: letIn + 1, putOff })
    this.#givenUp.delete(operation)
    if (operation === 'token') return
    this.#shutSince = undefined
    this.#inRow = 0
  }

  /**
   * Notes that a request was put off.
   *
   * @param delayMs when it would be sent again
   * @returns why the run gives up on the target; undefined as long as it does not
   */
  putOff(operation: Operation, delayMs: number): string | undefined {
    const { letIn, putOff } = this.#tally(operation)
    this.#tallies.set(operation, { letIn, putOff: putOff + 1 })
    this.#shutSince ??= this.#now()
    this.#inRow += 1
    const shutMs = this.#now() - this.#shutSince
    if (shutMs + delayMs < SHUT_MS) return undefined
    return `it lets no request in: ${this.#inRow} in a row were put off (429 or 503) within ${Math.round(shutMs / 1000)} s`
  }

  /**
   * Says whether a request that was put off is worth sending again.
   * @param attempt how often it was sent
   * @param before the value of `before` when it was sent first
   */
  mayComeAgain(operation: Operation, attempt: number, before: Before): boolean {
    const { own, others } = this.before(operation)
    const helps = own.letIn > before.own.letIn
    const since = {
      letIn: others.letIn - before.others.letIn,
      putOff: others.putOff - before.others.putOff,
    }
    // Where nothing at all is let in, the whole run waits, until `putOff` ends it.
    if (since.letIn === 0 && !helps) return true
    const most = helps ? MOST_ATTEMPTS : this.#mostInVain(operation, attempt, since)
    if (attempt < most) return true
    this.#givenUp.add(operation)
    return false
  }

  #mostInVain(operation: Operation, attempt: number, { letIn, putOff }: Tally): number {
    if (this.#givenUp.has(operation)) return LATER_IN_VAIN
    // A limit that all requests share puts others off as well: then this request may still be let in.
    const part = (letIn + 1) / (letIn + putOff + 2)
    return (1 - part) ** attempt < CHANCE ? MOST_IN_VAIN : MOST_ATTEMPTS
  }

  #tally(operation: Operation): Tally {
    return this.#tallies.get(operation) ?? { letIn: 0, putOff: 0 }
  }
}
