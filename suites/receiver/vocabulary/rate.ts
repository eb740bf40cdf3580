import { type Exchange, header } from '../../../conformance/exchange.ts'

export interface RateOptions {
  now(): number
  sleep(ms: number): Promise<void>
}

const TRIES = 4
const PAUSE = { leastMs: 1000, mostMs: 5000 }
/** Between two deliveries, once a receiver has asked for less. */
const INTERVAL = { firstMs: 120, mostMs: 1000 }

/** Sends no faster than a receiver takes: how much load it bears is not stated (R30), and 429 says that it was too much. */
export class Rate {
  readonly #options: RateOptions
  #intervalMs = 0
  #next = 0

  constructor(options: RateOptions) {
    this.#options = options
  }

  /** Sends when it is its turn, and once more where the answer is a 429. */
  async send(send: () => Promise<Exchange>): Promise<Exchange> {
    const { now, sleep } = this.#options
    for (let tries = 1; ; tries += 1) {
      const turn = Math.max(now(), this.#next)
      this.#next = turn + this.#intervalMs
      if (turn > now()) await sleep(turn - now())
      const exchange = await send()
      if (exchange.answer?.status !== 429 || tries >= TRIES) return exchange
      this.#intervalMs = Math.min(INTERVAL.mostMs, Math.max(INTERVAL.firstMs, 1.5 * this.#intervalMs))
      await sleep(pauseOf(exchange))
    }
  }
}

function pauseOf({ answer }: Exchange): number {
  const seconds = Number((answer && header(answer, 'retry-after')) ?? 0)
  return Math.min(PAUSE.mostMs, Math.max(PAUSE.leastMs, Number.isFinite(seconds) ? 1000 * seconds : 0))
}
