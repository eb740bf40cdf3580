import { type Exchange, header } from '../../../conformance/exchange.ts'

export interface RateOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

const TRIES = 4
const PAUSE = { leastMs: 1000, mostMs: 5000 }
/** The interval between two deliveries, once a receiver has asked for fewer. */
const INTERVAL = { firstMs: 120, mostMs: 1000 }

/**
 * Sends no faster than a receiver accepts: the specification states no load (R30), and a 429 says that it was too much. Any
 * status other than 2xx refuses a forgery, a 429 too. So a repeated 429 counts as a refusal if no valid delivery ever got one.
 */
export class Rate {
  readonly #options: RateOptions
  #intervalMs = 0
  #next = 0
  /** True once a valid delivery got a 429: then a 429 means too much load. */
  #isLimited = false
  /** True once a delivery that must be refused got a 429 at every try. */
  #refusesSo = false

  constructor(options: RateOptions) {
    this.#options = options
  }

  /**
   * Sends in turn, and again where the answer is a 429 that means too much load.
   *
   * @param isRight whether the receiver must accept the delivery
   */
  async send(send: () => Promise<Exchange>, isRight: boolean): Promise<Exchange> {
    const { now, sleep } = this.#options
    for (let tries = 1; ; tries += 1) {
      const turn = Math.max(now(), this.#next)
      this.#next = turn + this.#intervalMs
      if (turn > now()) await sleep(turn - now())
      const exchange = await send()
      if (exchange.answer?.status !== 429) return exchange
      this.#isLimited ||= isRight
      if (!isRight) {
        this.#refusesSo ||= tries >= TRIES
        if (this.#refusesSo && !this.#isLimited) return exchange
      }
      if (tries >= TRIES) return exchange
      if (this.#isLimited)
        this.#intervalMs = Math.min(INTERVAL.mostMs, Math.max(INTERVAL.firstMs, 1.5 * this.#intervalMs))
      await sleep(pauseOf(exchange))
    }
  }
}

function pauseOf({ answer }: Exchange): number {
  const seconds = Number((answer && header(answer, 'retry-after')) ?? 0)
  return Math.min(PAUSE.mostMs, Math.max(PAUSE.leastMs, Number.isFinite(seconds) ? 1000 * seconds : 0))
}
