import { CannotTell } from '../../../../conformance/verdict.ts'
import type { Item } from './item.ts'

/** Time limits of a run with a slow receiver, in milliseconds since the first delivery. */
export const RUN_TIME = {
  /** Until then every case is driven; afterwards variants are left out, which only strengthen other cases. */
  variantsMs: 110_000,
  /** Until then new cases begin, except those that belong to the end of a run. */
  casesMs: 225_000,
  /** Until then deliveries are sent; their answers may come a few seconds later. */
  deliveriesMs: 265_000,
  /** Until then the suite waits for effects. */
  effectsMs: 285_000,
} as const

/**
 * A receiver with this many answers this late is slow: then variants are left out, whatever time remains. Fewer are enough where they
 * are most of its answers.
 */
const SLOW = { ms: 2000, times: 20, mostly: 6 }
/** A receiver with this average answer time takes seconds for a hundred deliveries, even if its effects show late. */
const QUICK_MS = 100

/** So much waiting for a receiver that limits its rate would use up the run. */
const WAITED_MS = 5000
/** Likewise for a receiver that is gone again and again. */
const GONE_MS = 20_000
/** Waits for a receiver that limits its rate make a run longer by this much at most. */
const MORE_MS = 240_000

export const LEFT_OUT =
  'left out: the receiver is so slow, or lets in so few deliveries a minute, that the time of the run was used up'

/** Thrown instead of sending a delivery when the run has no time left. */
export class TimeIsUp extends CannotTell {
  constructor() {
    super(LEFT_OUT)
  }
}

/** The time that a run has for one receiver, and the cases that it left out for lack of time. */
export class RunTime {
  readonly #now: () => number
  #began: number | undefined
  #slowAnswers = 0
  #waitedMs = 0
  #goneMs = 0
  #answers = 0
  #answeringMs = 0
  #grantedMs = 0
  readonly #leftOut = new Map<string, number>()

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Starts the clock at the first delivery. */
  begin(): void {
    this.#began ??= this.#now()
  }

  get elapsedMs(): number {
    return this.#began === undefined ? 0 : this.#now() - this.#began
  }

  /** Takes note of how long an answer took. */
  noteAnswer(elapsedMs: number): void {
    if (elapsedMs >= SLOW.ms) this.#slowAnswers += 1
    this.#answers += 1
    this.#answeringMs += elapsedMs
  }

  /** Takes note of a time in which the receiver was gone. */
  noteOutage(ms: number): void {
    this.#goneMs += ms
  }

  /** Takes note of a wait because the receiver limits its rate. */
  noteWait(ms: number): void {
    this.#waitedMs += ms
  }

  /** Milliseconds left for a part of the run. */
  left(part: keyof typeof RUN_TIME): number {
    return Math.max(0, this.#endOf(part) - this.elapsedMs)
  }

  /** True once the receiver has cost the run much time: by late answers, by putting deliveries off or by not being there. */
  get isSlow(): boolean {
    return this.answersSlowly || this.putsOff || this.#goneMs >= GONE_MS
  }

  /** True once the run waited for long because the receiver limits its rate. */
  get putsOff(): boolean {
    return this.#waitedMs >= WAITED_MS
  }

  /** True once many of its answers were late. */
  get answersSlowly(): boolean {
    const least = this.#slowAnswers * 2 > this.#answers ? SLOW.mostly : SLOW.times
    return this.#slowAnswers >= least
  }

  /** True while its answers take very little time. */
  get isQuick(): boolean {
    return !this.putsOff && this.#answeringMs < QUICK_MS * this.#answers
  }

  has(part: keyof typeof RUN_TIME): boolean {
    if (part === 'variantsMs' && this.isSlow) return false
    return this.elapsedMs < this.#endOf(part)
  }

  /** Gives the end of the run so much time from now on, in milliseconds, whatever it took so far. */
  grant(ms: number): void {
    this.#grantedMs = Math.max(this.#grantedMs, this.elapsedMs + ms)
  }

  /**
   * Waits for a receiver that limits its rate make a run longer. Time that was granted is for the deliveries at the end and their
   * effects, not for further cases.
   */
  #endOf(part: keyof typeof RUN_TIME): number {
    if (part === 'variantsMs') return RUN_TIME[part]
    const endMs = RUN_TIME[part] + Math.min(this.#waitedMs, MORE_MS)
    return part === 'casesMs' ? endMs : Math.max(endMs, this.#grantedMs)
  }

  /** True while there is time to begin a case. */
  mayBegin({ variant, atEnd }: Item): boolean {
    if (atEnd === true) return this.has('deliveriesMs')
    return this.has(variant === true ? 'variantsMs' : 'casesMs')
  }

  /** @throws TimeIsUp when no delivery may be sent any more */
  spend(): void {
    if (!this.has('deliveriesMs')) throw new TimeIsUp()
  }

  leaveOut(what: string, count: number): void {
    if (count > 0) this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + count)
  }

  /** Number of cases that were left out, by the group that they belong to. */
  get leftOut(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#leftOut)
  }
}
