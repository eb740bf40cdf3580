/** How work of the platform is held back and released. */
export interface HoldActions {
  hold(): Promise<unknown>
  release(): Promise<unknown>
}

/** One journey's share in a hold. */
export interface SharedHold {
  /** Releases the work when all holders have asked for it; waits until then. */
  release(): Promise<void>
}

/** The journeys that hold the same work back together. */
interface Group {
  readonly work: string
  readonly begun: Promise<unknown>
  readonly ended: PromiseWithResolvers<void>
  readonly holding: HoldActions
  members: number
  leaving: number
}

interface Waiting {
  /** The work to hold; absent for a journey that waits for work to be done. */
  readonly work?: string
  begin(): void
}

/**
 * A read-write lock for parallel journeys. Those that hold the same work of the platform back do so together, and meanwhile no
 * journey waits for such work. Work is held once all journeys under way want to hold some: one hold then serves many of them.
 */
export class HoldLock {
  #underWay = 0
  #sharing = 0
  #group: Group | undefined
  #queue: Waiting[] = []

  /** Says that a journey is under way until the result is disposed of. */
  enter(): Disposable {
    this.#underWay += 1
    return {
      [Symbol.dispose]: () => {
        this.#underWay -= 1
        this.#next()
      },
    }
  }

  /** Waits for a turn that is shared with other waiting journeys; it ends when it is disposed of. */
  shared(): Promise<Disposable> {
    return new Promise((resolve) => {
      const begin = () => {
        this.#sharing += 1
        resolve({ [Symbol.dispose]: () => this.#endShared() })
      }
      this.#queue.push({ begin })
      this.#next()
    })
  }

  /**
   * Waits until work can be held back, and holds it.
   *
   * @param holding the first holder calls its `hold`, the last one its `release`
   * @throws the error of `holding`, for all holders
   */
  async hold(work: string, holding: HoldActions): Promise<SharedHold> {
    const group = await this.#joined(work, holding)
    try {
      await group.begun
    } catch (error) {
      this.#leave(group)
      throw error
    }
    return { release: () => this.#release(group) }
  }

  #joined(work: string, holding: HoldActions): Promise<Group> {
    return new Promise((resolve) => {
      const begin = () => {
        this.#group ??= {
          ...{ work, holding, members: 0, leaving: 0 },
          begun: holding.hold(),
          ended: Promise.withResolvers(),
        }
        this.#group.members += 1
        resolve(this.#group)
      }
      this.#queue.push({ work, begin })
      this.#next()
    })
  }

  async #release(group: Group): Promise<void> {
    group.leaving += 1
    if (group.leaving < group.members) return group.ended.promise
    // If no other holder awaits this promise, its rejection must not count as unhandled.
    group.ended.promise.catch(() => undefined)
    try {
      await group.holding.release()
      group.ended.resolve()
    } catch (error) {
      group.ended.reject(error)
      throw error
    } finally {
      this.#end()
    }
  }

  /** Leaves a group whose work could not be held. */
  #leave(group: Group): void {
    group.leaving += 1
    if (group.leaving === group.members) this.#end()
  }

  #end(): void {
    this.#group = undefined
    this.#next()
  }

  #endShared(): void {
    this.#sharing -= 1
    this.#next()
  }

  #next(): void {
    if (this.#group === undefined) {
      this.#begin(({ work }) => work === undefined)
      const [first] = this.#queue
      if (this.#sharing > 0 || this.#queue.length < this.#underWay) return
      this.#queue.shift()
      first?.begin()
    }
    if (this.#group !== undefined) this.#join(this.#group)
  }

  /** Lets those join that want to hold the same work, unless a member has already asked to release it. */
  #join({ work, leaving }: Group): void {
    if (leaving === 0) this.#begin((one) => one.work === work)
  }

  #begin(isNext: (one: Waiting) => boolean): void {
    const next = this.#queue.filter(isNext)
    this.#queue = this.#queue.filter((one) => !isNext(one))
    for (const { begin } of next) begin()
  }
}
