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
/** So unlikely must it be that a request was put off each time by the same limit that others got past. */
const CHANCE = 0.001

/** A count of attempts that were let in, and of those put off. */
interface Tally {
  readonly letIn: number
  readonly putOff: number
}

/** The tallies of a kind of requests, and of all others, when a request was sent first. */
export interface Before {
  readonly own: Tally
  readonly others: Tally
}

/** Knows what a target lets in, so that a run waits where waiting helps and ends where it does not. */
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

  /** Returns what has come of all requests so far, for a request of this kind that begins now. */
  before(operation: Operation): Before {
    const others = { letIn: 0, putOff: 0 }
    for (const [kind, { letIn, putOff }] of this.#tallies) {
      // A token alone opens nothing.
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
   * A request was put off.
   *
   * @param delayMs when it would come again
   * @returns why nothing more is to be hoped for; undefined as long as something is
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
    // Where nothing at all is let in the whole run waits, and ends together.
    if (since.letIn === 0 && !helps) return true
    const most = helps ? MOST_ATTEMPTS : this.#mostInVain(operation, attempt, since)
    if (attempt < most) return true
    this.#givenUp.add(operation)
    return false
  }

  #mostInVain(operation: Operation, attempt: number, { letIn, putOff }: Tally): number {
    if (this.#givenUp.has(operation)) return LATER_IN_VAIN
    // A limit that all requests share puts others off as well: then its own turn may still come.
    const part = (letIn + 1) / (letIn + putOff + 2)
    return (1 - part) ** attempt < CHANCE ? MOST_IN_VAIN : MOST_ATTEMPTS
  }

  #tally(operation: Operation): Tally {
    return this.#tallies.get(operation) ?? { letIn: 0, putOff: 0 }
  }
}
