/** The use that was made of a record. */
type Touch = 'read' | 'set' | 'deleted'

/** A map that tells which of its records may have been changed: those that were read, set or deleted. */
export class TouchedMap<V> extends Map<string, V> {
  #touched: ((key: string, how: Touch) => void) | undefined

  /** Tells from now on. */
  watch(touched: (key: string, how: Touch) => void): void {
    this.#touched = touched
  }

  override get(key: string): V | undefined {
    const value = super.get(key)
    if (value !== undefined) this.#touched?.(key, 'read')
    return value
  }

  override set(key: string, value: V): this {
    this.#touched?.(key, 'set')
    return super.set(key, value)
  }

  override delete(key: string): boolean {
    if (!super.delete(key)) return false
    this.#touched?.(key, 'deleted')
    return true
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key)
  }

  override *entries(): MapIterator<[string, V]> {
    for (const entry of super.entries()) {
      this.#touched?.(entry[0], 'read')
      yield entry
    }
  }

  override *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  override [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries()
  }

  override forEach(work: (value: V, key: string, map: Map<string, V>) => void): void {
    for (const [key, value] of this.entries()) work(value, key, this)
  }

  /** The present value, without telling. */
  peek(key: string): V | undefined {
    return super.get(key)
  }
}
