/**
 * Knows how many endpoints each lease has at one account of a platform, since a platform may limit their number: then a lease waits
 * for others to free theirs.
 */
export class EndpointRoom {
  readonly #held = new Map<object, number>()
  readonly #waiting = new Set<object>()
  /** The most that were held at once. */
  #peak = 0
  #freed = 0

  take(lease: object): void {
    this.#held.set(lease, (this.#held.get(lease) ?? 0) + 1)
    this.#peak = Math.max(this.#peak, this.#total())
  }

  free(lease: object): void {
    this.#held.set(lease, (this.#held.get(lease) ?? 1) - 1)
    this.#freed += 1
  }

  /**
   * Waits after a refusal until another lease has freed an endpoint.
   *
   * @param pause lets a little time pass
   * @returns false where that cannot help: more were held at once before, or nobody else holds any and goes on
   */
  async freed(lease: object, pause: () => Promise<void>): Promise<boolean> {
    if (this.#total() < this.#peak) return false
    const before = this.#freed
    this.#waiting.add(lease)
    try {
      while (this.#freed === before) {
        if (!this.#othersGoOn(lease)) return false
        await pause()
      }
      return true
    } finally {
      this.#waiting.delete(lease)
    }
  }

  #total(): number {
    return [...this.#held.values()].reduce((sum, count) => sum + count, 0)
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
