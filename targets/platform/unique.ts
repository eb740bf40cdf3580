import { hash } from 'node:crypto'

const FIRST = 10_000_000_000_000
const COUNT = 90_000_000_000_000n

/** Gives the next number of a series. */
export type UniqueSeries = (series?: string) => number

/**
 * Makes numbers of fourteen digits from a seed, a scenario, a series and their place in it, independent of anything that runs
 * beside. Among a hundred thousand numbers two are equal once in twenty thousand runs.
 */
export class UniqueNumbers {
  readonly #seed: number
  /** How many numbers each series has given; one scenario may be driven more than once. */
  readonly #given = new Map<string, number>()

  constructor(seed: number) {
    this.#seed = seed
  }

  /** The numbers of one scenario, in order. */
  series(scenario: string): UniqueSeries {
    return (series = '') => {
      const name = `${scenario}\n${series}`
      const counter = (this.#given.get(name) ?? 0) + 1
      this.#given.set(name, counter)
      const digest = hash('sha256', `${this.#seed}\n${name}\n${counter}`, 'buffer')
      return FIRST + Number(digest.readBigUInt64BE(0) % COUNT)
    }
  }
}
