import { type Exchange, header } from '../../../conformance/exchange.ts'

export interface RateOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

const TRIES = 4
const PAUSE = { leastMs: 1000, mostMs: 5000 }
/** Between two deliveries, once a receiver has asked for less. */
const INTERVAL = { firstMs: 120, mostMs: 1000 }

/**
 * Sends no faster than a receiver takes: how much load it bears is not stated (R30), and 429 says that it was too much. Any status
 * that is no 2xx refuses a forgery, 429 as well. So a 429 that stays is taken for a refusal where no right delivery ever got one.
 */
export class Rate {
  readonly #options: RateOptions
  #intervalMs = 0
  #next = 0
  /** A right delivery was put off: a 429 speaks of load. */
  #isLimited = false
  /** A delivery that is to be refused got nothing else, however long it waited. */
  #refusesSo = false

  constructor(options: RateOptions) {
    this.#options = options
  }

  /**
   * Sends when it is its turn, and once more where the answer is a 429 that speaks of load.
   *
   * @param isRight whether the receiver has to accept the delivery
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
