import { CannotTell } from '../../../conformance/verdict.ts'
import type { Item } from './item.ts'

/** Time left of a run for a slow receiver, in milliseconds since its first delivery. */
export const RUN_TIME = {
  /** Until then everything is driven; afterwards what only strengthens other cases is left out. */
  variantsMs: 110_000,
  /** Until then cases are begun, apart from those that belong to the end of a run. */
  casesMs: 190_000,
  /** Until then deliveries are sent; their answers take a few seconds more. */
  deliveriesMs: 235_000,
  /** Until then effects are waited for. */
  effectsMs: 265_000,
} as const

/** A receiver that answers so late so often is slow, whatever time is left: cases that only strengthen others are left out. */
const SLOW = { ms: 2000, times: 20 }
/** A receiver that answers so soon on average takes seconds for a hundred deliveries, however late its effects show. */
const QUICK_MS = 100

export const LEFT_OUT = 'left out: the receiver is so slow that the time of the run was used up'

/** Thrown in place of a delivery for which the run has no time left. */
export class TimeIsUp extends CannotTell {
  constructor() {
    super(LEFT_OUT)
  }
}

/** The time that a run has for one receiver, and what it left out for want of it. */
export class RunTime {
  readonly #now: () => number
  #began: number | undefined
  #slowAnswers = 0
  #answers = 0
  #answeringMs = 0
  readonly #leftOut = new Map<string, number>()

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The first delivery is made. */
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

  /** Milliseconds that are left for a part of the run. */
  left(part: keyof typeof RUN_TIME): number {
    return Math.max(0, RUN_TIME[part] - this.elapsedMs)
  }

  /** True once it took its time for many answers. */
  get isSlow(): boolean {
    return this.#slowAnswers >= SLOW.times
  }

  /** True while its answers take next to no time. */
  get isQuick(): boolean {
    return this.#answeringMs < QUICK_MS * this.#answers
  }

  has(part: keyof typeof RUN_TIME): boolean {
    if (part === 'variantsMs' && this.isSlow) return false
    return this.elapsedMs < RUN_TIME[part]
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

  /** How many cases were left out, by what they are part of. */
  get leftOut(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#leftOut)
  }
}
