import type { Exchange } from '../../../../conformance/exchange.ts'
import { askedWait } from '../../../../conformance/retry-after.ts'

export interface DeliveryRateOptions {
  now(): number
  sleep(ms: number): Promise<void>
  /** Sends a new valid delivery, to see whether the receiver takes any at all. */
  probe(): Promise<Exchange>
  /** Receives every wait, in milliseconds. */
  waiting(ms: number): void
}

/** How much a receiver lets in, as far as the run saw it. */
export interface Limit {
  /** Deliveries until the first that was put off. */
  readonly deliveries: number
  /** From the first of them until the receiver took deliveries again, in milliseconds; absent where it did not. */
  readonly withinMs?: number
  readonly status: number
  /** The wait that it asked for, in milliseconds; absent where it did not say. */
  readonly askedMs?: number
  readonly waits: number
  readonly waitedMs: number
}

/** A limit in words. */
export function limitText({ deliveries, withinMs, status, askedMs }: Limit): string {
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  const within = withinMs === undefined ? '' : ` within ${seconds(withinMs)}`
  const asked = askedMs === undefined ? 'without Retry-After' : `and Retry-After: ${seconds(askedMs)}`
  return `it let in ${deliveries} deliveries${within} and answered the next with ${status} ${asked}`
}

/** A window of a limit is a minute at most, as a rule. */
const LONGEST_MS = 90_000
/** Waits where an answer asks for none. */
const STEPS_MS = [1000, 2000, 4000]
const LAST_STEP_MS = 5000
const LEAST_MS = 250
/** How often an answer to one delivery must show beside the answers to others. */
const ROUNDS = 3

/** An answer that may put a delivery off, unprocessed: 429, and 503 that says until when. */
export const mayBePutOff = ({ answer }: Exchange, now: number): boolean =>
  answer?.status === 429 || (answer?.status === 503 && askedWait(answer, now) !== undefined)

/**
 * Sends no faster than a receiver accepts: the specification states no load (R30). A 429 may also be the answer to one delivery,
 * such as a forgery. So another delivery is sent behind it, and only if that one is put off too the receiver limits its rate.
 */
export class Rate {
  readonly #options: DeliveryRateOptions
  #opensAt = 0
  #began: number | undefined
  #taken = 0
  /** True once deliveries were refused by 429 while others were taken. */
  #refusesSo = false
  #limit: Limit | undefined

  constructor(options: DeliveryRateOptions) {
    this.#options = options
  }

  /** Undefined as long as the receiver took whatever came. */
  get limit(): Limit | undefined {
    return this.#limit
  }

  /**
   * Sends a delivery, and again after a wait as long as the receiver puts off what it is sent.
   *
   * @param isRight whether the receiver must accept it: nothing else may be refused with a 429 again and again
   */
  async send(send: () => Promise<Exchange>, isRight: boolean): Promise<Exchange> {
    const [exchange] = await this.sendAll(async () => [await send()], isRight)
    if (exchange === undefined) throw new RangeError('nothing was sent')
    return exchange
  }

  /** Likewise for several: where one of them is put off, all come again. */
  async sendAll(send: () => Promise<readonly Exchange[]>, isRight = true): Promise<readonly Exchange[]> {
    const { now } = this.#options
    const began = now()
    for (let tries = 0; ; tries += 1) {
      await this.#turn()
      const exchanges = await this.#counted(send)
      const late = exchanges.find((one) => mayBePutOff(one, now()))
      if (late === undefined || (this.#refusesSo && !isRight && this.#limit === undefined)) return exchanges
      const answers =
        this.#limit === undefined || tries > 1 ? await this.#answersBesideOthers(send) : undefined
      if (answers !== undefined) return answers
      const waitMs = this.#waitOf(late, tries)
      if (now() + waitMs - began > LONGEST_MS) return exchanges
      this.pause(waitMs, late)
    }
  }

  /** Lets nothing out for a while, because the receiver put off what came. */
  pause(ms: number, { answer }: Exchange): void {
    const { now, waiting } = this.#options
    const asked = answer && askedWait(answer, now())
    const opensAt = Math.max(this.#opensAt, now() + ms)
    const addedMs = opensAt - Math.max(now(), this.#opensAt)
    const known = this.#limit ?? {
      ...{ deliveries: this.#taken, status: answer?.status ?? 0, waits: 0, waitedMs: 0 },
      ...(asked !== undefined && { askedMs: asked }),
    }
    this.#limit = { ...known, waits: known.waits + 1, waitedMs: known.waitedMs + addedMs }
    this.#opensAt = opensAt
    waiting(addedMs)
  }

  /**
   * The answers to deliveries that were put off although the receiver takes others; undefined where it puts off all of them. By
   * chance another one may be let in between two that are put off, so this takes several rounds.
   */
  async #answersBesideOthers(
    send: () => Promise<readonly Exchange[]>,
  ): Promise<readonly Exchange[] | undefined> {
    const { now, probe } = this.#options
    let answers: readonly Exchange[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [other] = await this.#counted(async () => [await probe()])
      if (other !== undefined && mayBePutOff(other, now())) return undefined
      answers = await this.#counted(send)
      if (!answers.some((one) => mayBePutOff(one, now()))) return answers
    }
    this.#refusesSo = true
    return answers
  }

  async #turn(): Promise<void> {
    const { now, sleep } = this.#options
    while (this.#opensAt > now()) await sleep(this.#opensAt - now())
  }

  async #counted(send: () => Promise<readonly Exchange[]>): Promise<readonly Exchange[]> {
    const { now } = this.#options
    this.#began ??= now()
    const exchanges = await send()
    const taken = exchanges.filter((one) => !mayBePutOff(one, now())).length
    this.#taken += taken
    if (this.#limit !== undefined && taken > 0)
      this.#limit = { withinMs: now() - this.#began, ...this.#limit }
    return exchanges
  }

  #waitOf({ answer }: Exchange, tries: number): number {
    const asked = answer && askedWait(answer, this.#options.now())
    return asked === undefined ? (STEPS_MS[tries] ?? LAST_STEP_MS) : Math.max(asked, LEAST_MS)
  }
}
