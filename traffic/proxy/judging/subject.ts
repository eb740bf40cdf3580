import type { Exchange } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { isRead } from '../record/places.ts'

/** Exchanges and deliveries of one subject that are kept for judging. */
const MOST_OF_ONE = 80

/** Everything about one quote, or about the tokens: what is judged together. Its size is bounded. */
export class JudgedSubject {
  readonly key: string
  #exchanges: Exchange[] = []
  #arrivals: Arrival[] = []
  /** Exchanges that came since it was judged last. */
  #fresh: Exchange[] = []
  #lost = false

  /** @param begins it began before the eyes of the proxy, so that nothing of it may be missing */
  constructor(key: string, begins: boolean) {
    this.key = key
    this.#lost = !begins
  }

  /** Nothing that was seen of it was left out. */
  get isWhole(): boolean {
    return !this.#lost
  }

  /** In the order in which they began. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges
  }

  /** A list that does not change: statements keep what they computed from one. */
  get arrivals(): readonly Arrival[] {
    return [...this.#arrivals]
  }

  get length(): number {
    return this.#exchanges.length + this.#arrivals.length
  }

  addExchange(exchange: Exchange): void {
    const place = this.#exchanges.findLastIndex(({ targetMs }) => targetMs <= exchange.targetMs)
    this.#exchanges.splice(place + 1, 0, exchange)
    this.#fresh.push(exchange)
    if (this.#exchanges.length > MOST_OF_ONE) this.#dropOldest()
  }

  addArrival(arrival: Arrival): void {
    this.#arrivals.push(arrival)
    if (this.#arrivals.length > MOST_OF_ONE) this.#arrivals.shift()
  }

  /**
   * The exchanges whose order is certain. A read beside another exchange may show the state before it or after it. So it is left out,
   * which never makes a right platform look wrong.
   */
  ordered(): readonly Exchange[] {
    return this.#exchanges.filter(
      (one) => !isRead(one) || !this.#exchanges.some((other) => other !== one && overlap(one, other)),
    )
  }

  /** Takes the exchanges that came since the last call. */
  takeFresh(): readonly Exchange[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  /** Drops the oldest read but the first. Where nothing else is left to drop, something that counts is lost. */
  #dropOldest(): void {
    const read = this.#exchanges.findIndex((one, place) => place > 0 && isRead(one))
    if (read === -1) this.#lost = true
    this.#exchanges.splice(Math.max(read, 0), 1)
  }
}

const overlap = (one: Exchange, other: Exchange): boolean =>
  one.targetMs <= other.targetMs + other.elapsedMs && other.targetMs <= one.targetMs + one.elapsedMs
