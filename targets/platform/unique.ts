import { createHash } from 'node:crypto'

const FIRST = 100_000_000
const COUNT = 900_000_000

/** Numbers of nine digits that follow from a seed and a scenario and never come twice in a run. */
export class UniqueNumbers {
  readonly #seed: number
  readonly #given = new Set<number>()

  constructor(seed: number) {
    this.#seed = seed
  }

  /** The numbers of one scenario, in order. */
  series(scenario: string): () => number {
    let counter = 0
    return () => {
      counter += 1
      const hash = createHash('sha256').update(`${this.#seed}\n${scenario}\n${counter}`).digest()
      let number = FIRST + (hash.readUInt32BE(0) % COUNT)
      while (this.#given.has(number)) number = FIRST + ((number - FIRST + 1) % COUNT)
      this.#given.add(number)
      return number
    }
  }
}
