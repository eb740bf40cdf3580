/** How the values of a map are written as JSON and read again. */
export interface JsonConversion<V> {
  /** Returns plain JSON. Default: the value itself. */
  write?(value: V): unknown
  /** Makes the value from what was written. Default: the JSON itself. */
  read?(json: never): V
  /** The values are stored encrypted. */
  readonly secret?: true
  /** The key of a value, where the map's keys are secrets: they are stored as their digests only. */
  keyOf?(value: V): string
}

/**
 * Where the sandbox keeps what has to survive its end. Every part of it that has a state asks for maps here and uses them like
 * any others.
 */
export interface Keeping {
  /**
   * Returns a map with the records of this name that are stored.
   *
   * A record that was read from the map, or set, may be changed in place until the next answer of the server is written. Work that
   * begins by itself, such as a timer, reads its records again with `mayChange` before it changes them.
   */
  map<V>(name: string, form?: JsonConversion<V>): Map<string, V>
  /** Runs work that changes no record which it reads, so that none of them has to be checked for changes. */
  onlyReading<T>(work: () => T): T
  /**
   * Calls a function as soon as everything that has changed so far is stored: before anything about it leaves the process.
   * Returns a promise when that is not at once.
   */
  saved(then: () => void): Promise<void> | undefined
}

/** Keeps everything in memory, as long as the process lives. */
export const inMemory: Keeping = {
  map: () => new Map(),
  onlyReading: (work) => work(),
  saved(then) {
    then()
    return undefined
  },
}

/** Says that a record may be changed from now on. */
export function mayChange(map: ReadonlyMap<string, unknown>, key: string): void {
  map.get(key)
}
