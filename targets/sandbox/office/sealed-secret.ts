import { sameSecret } from '../credentials/same-secret.ts'

/** Says whether a given text equals the right one. */
export type Comparison = (given: string, right: string) => boolean

/** A secret as the back office keeps it: a text can be compared with it, but nobody can read it again. */
export class SealedSecret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Its last four characters, which may be shown. */
  get lastFour(): string {
    return this.#text.slice(-4)
  }

  /** Says whether a given text is this secret. */
  is(given: string, isSame: Comparison = sameSecret): boolean {
    return isSame(given, this.#text)
  }
}
