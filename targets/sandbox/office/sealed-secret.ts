import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { sameSecret } from '../credentials/same-secret.ts'

/** Says whether a given text equals the right one. */
export type SecretComparison = (given: string, right: string) => boolean

/** A secret as it is stored: nobody can read its text again. */
export interface StoredSecret {
  /** `sha256` for texts that nobody can guess, `scrypt` for passwords. */
  readonly hash: keyof typeof hashes
  readonly salt: string
  readonly digest: string
  readonly lastFour: string
}

const hashes = {
  sha256: (text: string, salt: string) => createHash('sha256').update(salt).update(text).digest(),
  scrypt: (text: string, salt: string) => scryptSync(text, salt, 32),
}

const digestOf = (hash: StoredSecret['hash'], text: string, salt: string): string =>
  hashes[hash](text, salt).toString('base64url')

/** A secret as the back office keeps it: a text can be compared with it, but nobody can read it again. */
export class SealedSecret {
  /** Absent when only its digest was stored. */
  readonly #text: string | undefined
  readonly #hash: StoredSecret['hash']
  #stored: StoredSecret | undefined

  constructor(text: string | undefined, hash: StoredSecret['hash'] = 'sha256', stored?: StoredSecret) {
    this.#text = text
    this.#hash = hash
    this.#stored = stored
  }

  /** A secret that a person has chosen, and that others could guess. */
  static password = (text: string): SealedSecret => new SealedSecret(text, 'scrypt')

  static from = (stored: StoredSecret): SealedSecret => new SealedSecret(undefined, stored.hash, stored)

  /** Its last four characters, which may be shown. */
  get lastFour(): string {
    return this.#text?.slice(-4) ?? this.#stored?.lastFour ?? ''
  }

  /** Says whether a given text is this secret. */
  is(given: string, isSame: SecretComparison = sameSecret): boolean {
    if (this.#text !== undefined) return isSame(given, this.#text)
    const { salt, digest } = this.stored()
    return sameSecret(digestOf(this.#hash, given, salt), digest)
  }

  /** Its digest, with a salt of its own. */
  stored(): StoredSecret {
    const salt = randomBytes(16).toString('base64url')
    this.#stored ??= {
      hash: this.#hash,
      salt,
      digest: digestOf(this.#hash, this.#text ?? '', salt),
      lastFour: this.#hash === 'scrypt' ? '' : this.lastFour,
    }
    return this.#stored
  }
}
