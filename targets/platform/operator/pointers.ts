/**
 * Notes which pointers of the profile find what they are for. One that finds it in no answer at all is a mistake of the profile. One that
 * finds it elsewhere is right: an action on something that is gone may answer with nothing.
 */
export class Pointers {
  readonly #right = new Set<string>()
  readonly #missed = new Map<string, string>()

  /** @param key the key of the profile that holds the pointer */
  found(key: string): void {
    this.#right.add(key)
  }

  /** @param why what is wrong, in one sentence */
  missed(key: string, why: string): void {
    if (!this.#missed.has(key)) this.#missed.set(key, why)
  }

  /** Names the first key whose pointer has never found anything, with the reason; undefined while there is none. */
  misread(): string | undefined {
    const [wrong] = [...this.#missed].filter(([key]) => !this.#right.has(key))
    return wrong && `${wrong[0]}: ${wrong[1]}`
  }
}
