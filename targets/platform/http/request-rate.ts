import { pause } from '../time/pause.ts'

const SECOND_MS = 1000
/** Of what a target served in the second before it asked to be left alone. */
const SHARE = 0.8
const LONGEST_GAP_MS = 2000
/** After so long without a complaint requests slowly come quicker again. */
const CALM_MS = 5000
const QUICKER = 0.99

/**
 * Spreads requests over real time: at the rate that was asked for, and at what a target bears once it has asked to be left
 * alone. Whoever waits for a turn waits for everybody's sake, so that a hundred that were put off do not come back at once.
 */
export class Pace {
  readonly #leastGapMs: number
  #gapMs: number
  #next = 0
  #slowed = Number.NEGATIVE_INFINITY
  #served: number[] = []
  /** So many are remembered before the old ones are dropped: twice what the last second held. */
  #room = 1000

  /** @param rate most requests a second; undefined for no bound until the target sets one */
  constructor(rate?: number) {
    this.#leastGapMs = rate === undefined ? 0 : SECOND_MS / rate
    this.#gapMs = this.#leastGapMs
  }

  /**
   * Waits until the next request may go out.
   *
   * @throws CannotTell when the target is closed meanwhile
   */
  async turn(closed: AbortSignal): Promise<void> {
    if (this.#gapMs === 0) return
    const now = performance.now()
    if (now - this.#slowed > CALM_MS) this.#gapMs = Math.max(this.#leastGapMs, this.#gapMs * QUICKER)
    const turn = Math.max(now, this.#next)
    this.#next = turn + this.#gapMs
    if (turn > now) await pause(turn - now, closed)
  }

  /** A request was served. */
  served(): void {
    const now = performance.now()
    this.#served.push(now)
    if (this.#served.length <= this.#room) return
    this.#served = this.#lately(now)
    this.#room = Math.max(1000, 2 * this.#served.length)
  }

  /** The target asked to be left alone. */
  slow(): void {
    const now = performance.now()
    // What was sent before the last complaint says nothing of the pace since.
    if (now - this.#slowed < SECOND_MS) return
    this.#slowed = now
    const borne = Math.max(1, SHARE * this.#lately(now).length)
    this.#gapMs = Math.min(LONGEST_GAP_MS, Math.max(this.#gapMs * 1.25, SECOND_MS / borne))
  }

  #lately(now: number): number[] {
    return this.#served.filter((at) => now - at < SECOND_MS)
  }
}
