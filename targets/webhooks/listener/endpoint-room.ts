/**
 * Knows how many endpoints each lease has at one account. A platform may limit their number: then a lease waits until others free theirs.
 */
export class EndpointRoom {
  readonly #held = new Map<object, number>()
  readonly #waiting = new Set<object>()
  /** Refusals that were given when nobody held an endpoint: their reason is another one. */
  readonly #lasting = new Set<string>()
  #freed = 0

  take(lease: object): void {
    this.#held.set(lease, this.#heldBy(lease) + 1)
  }

  free(lease: object): void {
    this.#held.set(lease, this.#heldBy(lease) - 1)
    this.#freed += 1
  }

  /**
   * Waits after a refusal until another lease has freed an endpoint.
   *
   * @param pause lets a little time pass
   * @returns false where that cannot help: nobody else holds any and goes on, or the refusal is known to have another reason
   */
  async freed(lease: object, refusal: string, pause: () => Promise<void>): Promise<boolean> {
    if (this.#lasting.has(refusal)) return false
    const before = this.#freed
    this.#waiting.add(lease)
    try {
      while (this.#freed === before) {
        if (!this.#othersGoOn(lease)) {
          if ([...this.#held.values()].every((count) => count === 0)) this.#lasting.add(refusal)
          return false
        }
        await pause()
      }
      return true
    } finally {
      this.#waiting.delete(lease)
    }
  }

  #heldBy(lease: object): number {
    return this.#held.get(lease) ?? 0
  }

  #othersGoOn(lease: object): boolean {
    return [...this.#held].some(([other, count]) => other !== lease && count > 0 && !this.#waiting.has(other))
  }
}

/** The rooms of a target, by its accounts. */
export class EndpointRooms {
  readonly #byAccount = new Map<string, EndpointRoom>()

  of(account: string): EndpointRoom {
    const room = this.#byAccount.get(account) ?? new EndpointRoom()
    this.#byAccount.set(account, room)
    return room
  }
}
