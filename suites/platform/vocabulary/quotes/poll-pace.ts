import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'

/** Work of a platform that many quotes wait for. */
export type AwaitedWork = 'rating' | 'proposal' | 'issue'

/** One wait for work on a quote; it ends when it is disposed of. */
export interface PacedWait extends Disposable {
  /**
   * Lets time pass until the next check.
   *
   * @param pauseMs how long, unless it is known better
   */
  pass(pauseMs: number): Promise<void>
  /** Says that the work is done. */
  came(): void
}

interface PaceClock {
  readonly virtual: boolean
  now(): number
  rest(ms: number): Promise<void>
}

/** The ports of a lease, with the pace of its platform. */
export interface PacedPorts extends PlatformPorts {
  readonly pace: PollPace
}

/**
 * How long the work of a platform takes in one scenario. The first wait checks often, so that short-lived states are seen. Later ones
 * check when the work was done before. On a moved clock that is the latest time that was seen: there a read costs more than time.
 * Of waits side by side one checks, and the others do so when it has ended.
 */
export class PollPace {
  readonly #clock: PaceClock
  /** The usual wait for each work, in milliseconds of target time: on a moved clock the longest, otherwise the shortest. */
  readonly #usual = new Map<AwaitedWork, number>()
  /** The wait that checks, with the promise of its end. */
  readonly #leading = new Map<
    AwaitedWork,
    { readonly wait: object; readonly ended: PromiseWithResolvers<void> }
  >()

  constructor(clock: PaceClock) {
    this.#clock = clock
  }

  /**
   * Begins to wait.
   *
   * @param withinMs after half of this time the wait follows and leads no other one: what it waits for may never come
   */
  begin(work: AwaitedWork, withinMs: number): PacedWait {
    const start = this.#clock.now()
    const waited = () => this.#clock.now() - start
    /** How long it had waited at its last check in vain. */
    let inVainMs = 0
    const wait: PacedWait = {
      pass: async (pauseMs) => {
        inVainMs = waited()
        const leading = this.#leading.get(work)
        if (waited() * 2 >= withinMs) {
          this.#endLead(work, wait)
          return this.#clock.rest(pauseMs)
        }
        if (leading !== undefined && leading.wait !== wait) return leading.ended.promise
        this.#leading.set(work, leading ?? { wait, ended: Promise.withResolvers() })
        await this.#clock.rest(Math.max(pauseMs, (this.#usual.get(work) ?? 0) - waited()))
      },
      came: () => {
        if (waited() === 0) return
        const usual = this.#usual.get(work)
        const isUnusual = usual === undefined || (this.#clock.virtual ? inVainMs >= usual : waited() < usual)
        if (isUnusual) this.#usual.set(work, waited())
      },
      [Symbol.dispose]: () => this.#endLead(work, wait),
    }
    return wait
  }

  #endLead(work: AwaitedWork, wait: object): void {
    const leading = this.#leading.get(work)
    if (leading?.wait !== wait) return
    this.#leading.delete(work)
    leading.ended.resolve()
  }
}
