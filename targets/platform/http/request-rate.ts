import { pause } from '../../transport/pause.ts'

const SECOND_MS = 1000
/** A rate is too high where at least this part of a second's requests is put off, and at least this number of them. */
const TOO_MANY = { part: 0.2, least: 5 }
/** After so many in a row, with none let in for a second, the target is taken as closed for the moment. */
const CLOSED_AFTER = 8
/** Factors by which the rate grows each second: where few requests were put off, and where none was. */
const GROWTH = { few: 1.08, none: 1.3 }
const LEAST_RATE = 0.5
/** For so long after a rate was found too high, it grows slowly. */
const CALM_MS = 10_000
/** A rate falls at most to this part of itself: few requests may have been let in only because few were sent. */
const KEPT = 0.7
/** Beyond this rate there is no limit any more. */
const BOUNDLESS = 1000

export interface RateOptions {
  /** Most requests a second; absent: the target alone sets the limit. */
  readonly most?: number
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/**
 * Learns how many requests a second a target lets in, and spreads them evenly over real time. A single request that is put off
 * slows down no other. Where many of them are put off, the rate falls to the number that was let in, and then grows again.
 */
export class RequestRate {
  readonly #most: number
  readonly #now: () => number
  #rate: number
  #next = 0
  #letIn: number[] = []
  #room = 1000
  #putOff: number[] = []
  #putOffInRow = 0
  #letInAt = Number.NEGATIVE_INFINITY
  #decidedAt = Number.NEGATIVE_INFINITY
  #grownAt = 0
  #closedUntil = Number.NEGATIVE_INFINITY
  #total = 0

  constructor({ most = Number.POSITIVE_INFINITY, now = () => performance.now() }: RateOptions = {}) {
    this.#most = most
    this.#rate = most
    this.#now = now
  }

  /** The number of requests that may be sent in a second now. */
  perSecond(): number {
    return this.#rate
  }

  /** How many requests were put off so far, and the rate that resulted; undefined where none was put off. */
  putOffs(): { readonly requests: number; readonly perSecond?: number } | undefined {
    const requests = this.#total
    if (requests === 0) return undefined
    return this.#rate < this.#most ? { requests, perSecond: Math.round(this.#rate) } : { requests }
  }

  /**
   * Waits until the next request may go out.
   *
   * @throws CannotTell when the target is closed meanwhile
   */
  async turn(closed: AbortSignal): Promise<void> {
    const wait = this.reserve()
    if (wait > 0) await pause(wait, closed)
  }

  /**
   * Takes the next place in the queue.
   * @returns milliseconds until its turn
   */
  reserve(): number {
    this.#grow()
    const now = this.#now()
    const opens = Math.max(now, this.#closedUntil)
    if (this.#rate === Number.POSITIVE_INFINITY) return opens - now
    const turn = Math.max(opens, this.#next)
    this.#next = turn + SECOND_MS / this.#rate
    return turn - now
  }

  /** Notes that a request was let in, whatever its answer. */
  letIn(): void {
    this.#letInAt = this.#now()
    this.#letIn.push(this.#letInAt)
    this.#putOffInRow = 0
    // Old entries are removed only now and then, since most targets never put anything off.
    if (this.#letIn.length < this.#room) return
    this.#letIn = this.#lately(this.#letIn)
    this.#room = Math.max(1000, 2 * this.#letIn.length)
  }

  /**
   * Notes that a request was put off.
   *
   * @param sentAt when it was sent, by the same clock: if before the last change of the rate, it says nothing about the new one
   */
  putOff(sentAt: number, delayMs: number): void {
    const now = this.#now()
    this.#total += 1
    this.#putOffInRow += 1
    this.#putOff = this.#lately(this.#putOff)
    const isClosed = this.#putOffInRow >= CLOSED_AFTER && now - this.#letInAt > SECOND_MS
    if (isClosed) this.#closedUntil = Math.max(this.#closedUntil, now + delayMs)
    if (sentAt < this.#decidedAt) return
    this.#putOff.push(now)
    if (now - this.#decidedAt < SECOND_MS) return
    const letIn = this.#lately(this.#letIn).length
    const putOff = this.#putOff.length
    // Where nothing is let in, no rate can be found: the delay alone counts.
    if (letIn > 0 && putOff >= TOO_MANY.least && putOff >= TOO_MANY.part * (putOff + letIn))
      this.#decide(letIn)
  }

  #decide(letIn: number): void {
    const floor = Number.isFinite(this.#rate) ? KEPT * this.#rate : 0
    this.#rate = Math.max(LEAST_RATE, Math.min(this.#rate, Math.max(letIn, floor)))
    this.#decidedAt = this.#now()
    this.#grownAt = this.#decidedAt
    this.#putOff = []
  }

  #grow(): void {
    if (this.#rate >= this.#most) return
    const now = this.#now()
    for (; now - this.#grownAt >= SECOND_MS; this.#grownAt += SECOND_MS) {
      const some =
        this.#grownAt - this.#decidedAt < CALM_MS || this.#putOff.some((at) => at > this.#grownAt - SECOND_MS)
      this.#rate = Math.min(this.#most, this.#rate * (some ? GROWTH.few : GROWTH.none))
      if (this.#rate > BOUNDLESS) this.#rate = this.#most
      if (this.#rate >= this.#most) break
    }
  }

  #lately(moments: readonly number[]): number[] {
    const since = Math.max(this.#now() - SECOND_MS, this.#decidedAt)
    return moments.filter((at) => at > since)
  }
}
