import type { Exchange } from '../../../../conformance/exchange.ts'
import { mayBePutOff } from './rate.ts'

export interface OutagesOptions {
  now(): number
  sleep(ms: number): Promise<void>
  listens(): Promise<boolean>
  /** Receives every wait, in milliseconds. */
  waiting(ms: number): void
  /** Called when the receiver did not come back: nothing more can be judged, and nothing more is to be sent. */
  lost(why: string): void
}

/** A time in which the receiver was gone. */
export interface Outage {
  /** Id of the last exchange before it. */
  readonly behind: string
  /** True where that delivery was a forgery. */
  readonly isForged: boolean
  /** Name of that delivery, where it has one. */
  readonly at?: string
  /** How many forgeries beside that one had no answer either: each of them may have been the one. Absent where there was none. */
  readonly beside?: number
  /** From the first delivery that found nobody until the receiver took deliveries again, in milliseconds; absent where it did not. */
  readonly goneMs?: number
}

/** @param isAgain true where no answer does not mean that the receiver is lost */
type Send = (isAgain?: boolean) => Promise<Exchange>

/** A process that is started anew is back by then, as a rule. */
const LONGEST_MS = 20_000
const STEP_MS = 25
const LAST_STEP_MS = 500
/** Answers of a proxy whose server is gone. */
const BY_PROXY: ReadonlySet<number | undefined> = new Set([502, 503, 504])

/** Follows whether the receiver is there. After an outage a delivery is sent again, so that the outage decides nothing about it. */
export class Outages {
  readonly #options: OutagesOptions
  readonly #all: Outage[] = []
  #last: { readonly id: string; readonly isRight: boolean } | undefined
  /** Forgeries without an answer since the last answer to anything. The first of them is the likeliest to have stopped the receiver. */
  #unanswered: string[] = []
  readonly #names = new Map<string, string>()
  #isGone = false
  #oneByOne = false
  #turn: Promise<void> = Promise.resolve()

  constructor(options: OutagesOptions) {
    this.#options = options
  }

  get all(): readonly Outage[] {
    return this.#all
  }

  /** Names a delivery that had no answer, for an outage right behind it. */
  name(exchange: Exchange, name: string): void {
    if (exchange.answer === undefined) this.#names.set(exchange.id, name)
  }

  /** Outages right behind one of these exchanges. */
  behind(exchanges: readonly (Exchange | undefined)[]): readonly Outage[] {
    const ids = new Set(exchanges.map((exchange) => exchange?.id))
    return this.#all.filter(({ behind }) => ids.has(behind))
  }

  /**
   * Sends a delivery, and again when the receiver is back. After the first outage deliveries go out one at a time, since those
   * beside a deadly one would be lost with it.
   *
   * @param isRight whether the receiver must accept it
   */
  async send(send: Send, isRight: boolean): Promise<Exchange> {
    if (this.#oneByOne) return this.#inTurn(async () => this.#unlessDown(await send(), send, isRight))
    const exchange = await send()
    if (!this.#isDown(exchange, isRight)) return this.#noted(exchange, isRight)
    this.#oneByOne = true
    return this.#inTurn(() => this.#unlessDown(exchange, send, isRight))
  }

  async #unlessDown(first: Exchange, send: Send, isRight: boolean): Promise<Exchange> {
    const { now, sleep, listens } = this.#options
    const [last, began] = [this.#last, now()]
    let exchange = first
    if (last === undefined || this.#isGone) return exchange
    for (let step = STEP_MS; this.#isDown(exchange, isRight); step = Math.min(2 * step, LAST_STEP_MS)) {
      if (now() - began > LONGEST_MS) {
        this.#note(last)
        // Not sent any more: what happened to the receiver decides nothing about this delivery.
        return send()
      }
      await sleep(step)
      if (await listens()) exchange = await send(true)
    }
    if (exchange !== first) this.#note(last, now() - began)
    return this.#noted(exchange, isRight)
  }

  #noted(exchange: Exchange, isRight: boolean): Exchange {
    const { id, answer } = exchange
    if (answer !== undefined) this.#unanswered = []
    else if (!isRight) this.#unanswered.push(id)
    this.#last = { id, isRight }
    return exchange
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#turn
    this.#turn = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }

  /** Waits until the receiver listens, where it may be gone. For deliveries that cannot come again one by one. */
  async awaited(): Promise<void> {
    const { now, sleep, listens } = this.#options
    const last = this.#last
    if (last === undefined || this.#isGone || last.isRight) return
    const began = now()
    if (await listens()) return
    while (!(await listens())) {
      if (now() - began > LONGEST_MS) {
        this.#note(last)
        return
      }
      await sleep(STEP_MS)
    }
    this.#note(last, now() - began)
    this.#last = undefined
  }

  #note({ id, isRight }: { readonly id: string; readonly isRight: boolean }, goneMs?: number): void {
    const [first, ...others] = this.#unanswered.splice(0)
    const [behind, at] = [first ?? id, this.#names.get(first ?? id)]
    this.#isGone = goneMs === undefined
    this.#all.push({
      behind,
      ...(at !== undefined && { at }),
      isForged: first !== undefined || !isRight,
      ...(others.length > 0 && { beside: others.length }),
      ...(goneMs !== undefined && { goneMs }),
    })
    this.#options.waiting(goneMs ?? LONGEST_MS)
    if (this.#isGone) this.#options.lost(`it died, and nothing listened there for ${LONGEST_MS / 1000} s`)
  }

  /** A dropped connection may also be the answer to this very delivery. So it counts right behind a forgery only. */
  #isDown(exchange: Exchange, isRight: boolean): boolean {
    const { answer, failure } = exchange
    if (failure?.kind === 'refused') return true
    const mayBeAnswer = !isRight || this.#last?.isRight !== false
    if (mayBeAnswer || mayBePutOff(exchange, this.#options.now())) return false
    return failure?.kind === 'reset' || BY_PROXY.has(answer?.status)
  }
}
