import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import type { Work } from '../../../generators/journeys/journey.ts'
import type { Turns } from './turns.ts'

/** The work that one journey holds back, and its waits for work that nobody holds back. */
export class Holds {
  readonly #operator: OperatorPort
  readonly #turns: Turns
  #held: { readonly work: Work; readonly turn: Disposable } | undefined

  constructor(operator: OperatorPort, turns: Turns) {
    this.#operator = operator
    this.#turns = turns
  }

  get held(): Work | undefined {
    return this.#held?.work
  }

  /** Holds work back, unless this journey holds some already. */
  async hold(work: Work): Promise<boolean> {
    if (this.#held !== undefined) return false
    const turn = await this.#turns.alone()
    this.#held = { work, turn }
    await this.#operator.perform(`hold_${work}`)
    return true
  }

  /** Lets go on what this journey holds back, if anything. */
  async release(): Promise<boolean> {
    if (this.#held === undefined) return false
    const { work, turn } = this.#held
    try {
      await this.#operator.perform(`release_${work}`)
    } finally {
      this.#held = undefined
      turn[Symbol.dispose]()
    }
    return true
  }

  /** Waits for work of the platform while nobody holds any back; undefined where this journey itself does. */
  async waiting<T>(wait: () => Promise<T>): Promise<T | undefined> {
    if (this.#held !== undefined) return undefined
    using _ = await this.#turns.shared()
    return await wait()
  }
}
