/** How work of the platform is held back and let go on. */
export interface Holding {
  hold(): Promise<unknown>
  release(): Promise<unknown>
}

/** A part in a hold, together with others. */
export interface Hold {
  /** Lets the work go on once all that hold it ask for that; waits until it does. */
  release(): Promise<void>
}

/** Those that hold the same work back, together. */
interface Group {
  readonly work: string
  readonly begun: Promise<unknown>
  readonly ended: PromiseWithResolvers<void>
  readonly holding: Holding
  members: number
  leaving: number
}

interface Waiting {
  /** The work that is to be held; absent for those that wait for work. */
  readonly work?: string
  begin(): void
}

/**
 * Turns of journeys side by side. Those that hold the same work of the platform back do so together, and meanwhile nobody waits
 * for such work. Whoever asks first comes first.
 */
export class Turns {
  #sharing = 0
  #group: Group | undefined
  #queue: Waiting[] = []

  /** Waits for a turn beside others; it ends when it is disposed of. */
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
   * @param holding is asked by the first one to hold it, and by the last one to let it go on
   * @throws whatever `holding` does, for all of them
   */
  async hold(work: string, holding: Holding): Promise<Hold> {
    const group = await this.#joined(work, holding)
    try {
      await group.begun
    } catch (error) {
      this.#leave(group)
      throw error
    }
    return { release: () => this.#release(group) }
  }

  #joined(work: string, holding: Holding): Promise<Group> {
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
    // Those that wait for it are told likewise, and nobody else is.
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
    for (let [first] = this.#queue; first !== undefined; [first] = this.#queue) {
      if (this.#group !== undefined) {
        this.#join(this.#group)
        return
      }
      if (first.work !== undefined && this.#sharing > 0) return
      this.#queue.shift()
      first.begin()
    }
  }

  /** Lets in whoever wants to hold the same work, as long as nobody wants it to go on. */
  #join({ work, leaving }: Group): void {
    if (leaving > 0) return
    const joining = this.#queue.filter((one) => one.work === work)
    this.#queue = this.#queue.filter((one) => one.work !== work)
    for (const { begin } of joining) begin()
  }
}
