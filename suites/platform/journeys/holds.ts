import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import type { Work } from '../../../generators/journeys/journey.ts'
import type { HoldLock, SharedHold } from './hold-lock.ts'

/** One journey's holds, perhaps shared with other journeys, and its waits for work that nobody holds back. */
export class Holds {
  readonly #operator: OperatorPort
  readonly #lock: HoldLock
  #held: { readonly work: Work; readonly hold: SharedHold } | undefined

  constructor(operator: OperatorPort, lock: HoldLock) {
    this.#operator = operator
    this.#lock = lock
  }

  get held(): Work | undefined {
    return this.#held?.work
  }

  /** Holds work back; false where this journey already holds some. */
  async hold(work: Work): Promise<boolean> {
    if (this.#held !== undefined) return false
    const hold = await this.#lock.hold(work, {
      hold: () => this.#operator.perform(`hold_${work}`),
      release: () => this.#operator.perform(`release_${work}`),
    })
    this.#held = { work, hold }
    return true
  }

  /** Ends this journey's hold, if any. The work goes on when all other holders of it end theirs too. */
  async release(): Promise<boolean> {
    if (this.#held === undefined) return false
    const { hold } = this.#held
    this.#held = undefined
    await hold.release()
    return true
  }

  /** Runs a wait for work of the platform while no journey holds any back; undefined where this journey itself does. */
  async waiting<T>(wait: () => Promise<T>): Promise<T | undefined> {
    if (this.#held !== undefined) return undefined
    using _ = await this.#lock.shared()
    return await wait()
  }
}
