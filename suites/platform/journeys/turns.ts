/**
 * Turns of journeys side by side: one that holds work of the platform back has it for itself, and meanwhile nobody waits for such
 * work. Whoever asks first comes first.
 */
export class Turns {
  #sharing = 0
  #isAlone = false
  readonly #queue: { readonly alone: boolean; readonly begin: () => void }[] = []

  /** Waits for a turn beside others; it ends when it is disposed of. */
  shared(): Promise<Disposable> {
    return this.#turn(false)
  }

  /** Waits for a turn alone. */
  alone(): Promise<Disposable> {
    return this.#turn(true)
  }

  #turn(alone: boolean): Promise<Disposable> {
    return new Promise((resolve) => {
      const begin = () => {
        if (alone) this.#isAlone = true
        else this.#sharing += 1
        resolve({ [Symbol.dispose]: () => this.#end(alone) })
      }
      this.#queue.push({ alone, begin })
      this.#next()
    })
  }

  #end(alone: boolean): void {
    if (alone) this.#isAlone = false
    else this.#sharing -= 1
    this.#next()
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (this.#isAlone || (first.alone && this.#sharing > 0)) return
      this.#queue.shift()
      first.begin()
    }
  }
}
